import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { setAsidePatches } from '../../src/guard/guard'
import { withPatch } from '../../src/guard/with-patch'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'

describe('a patch that was set aside', () => {
  const folder = () =>
    makeFolder({ 'cache/patch100-7': 'old', 'cache/patch200-7': 'new', 'cache/patch300-8': 'another' })

  test('by pre-commit is the newest of the process that calls', () => {
    const { path } = folder()
    const env = { PRE_COMMIT: '1', PRE_COMMIT_HOME: join(path, 'cache') }
    expect(setAsidePatches(path, env, '7')).toEqual(['new'])
    expect(setAsidePatches(path, env, '9')).toEqual([])
    expect(setAsidePatches(path, env, undefined)).toEqual([])
    expect(setAsidePatches(path, { ...env, PRE_COMMIT: undefined }, '7')).toEqual([])
  })

  test.each([
    ['XDG_CACHE_HOME', 'pre-commit'],
    ['HOME', '.cache/pre-commit'],
  ])('by pre-commit is looked for by %s', (variable, place) => {
    const { path } = makeFolder({ [`${place}/patch1-7`]: 'found' })
    expect(setAsidePatches(path, { PRE_COMMIT: '1', [variable]: path }, '7')).toEqual(['found'])
  })

  test('by Lefthook lies in the folder that all worktrees have in common', () => {
    const { path, write } = makeRepository({ 'inner/file': '' })
    expect(setAsidePatches(path, {}, undefined)).toEqual([])
    write({ '.git/info/lefthook-unstaged.patch': 'hidden' })
    expect(setAsidePatches(join(path, 'inner'), {}, undefined)).toEqual(['hidden'])
  })
})

describe('a patch applied again', () => {
  function patchOf(path: string, before: string, after: string, ...options: string[]): string {
    const shop = makeRepository({ [path]: before, 'z other': 'a\n' })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: shop.path, env: plainEnv, encoding: 'utf8' })
    git('add', '.')
    shop.write({ [path]: after, 'z other': 'b\n' })
    return git('-c', 'core.autocrlf=false', 'diff', '--binary', ...options)
  }

  test.each(['.ai/task/state.json', 'packages/a b/.ai/task/state.json'])('gives the text of %s', (path) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', '')),
        fc.array(fc.constantFrom('a', 'b', 'd')),
        fc.boolean(),
        (one, two, bare) => {
          const [before, after] = [one.join('\n'), two.join('\n')]
          fc.pre(before !== '' && before !== after)
          const patch = patchOf(path, before, after, ...(bare ? ['--unified=0'] : []))
          expect(withPatch(patch, path, before)).toBe(after)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('leaves the text where it is of another file, of another time, or none', () => {
    const patch = patchOf('state.json', 'a\nb\n', 'a\nc\n')
    expect(withPatch(patch, 'tate.json', 'a\nb\n')).toBe('a\nb\n')
    expect(withPatch(patch, 'state.json', 'x\ny\n')).toBe('x\ny\n')
    expect(withPatch('garbage', 'state.json', 'a')).toBe('a')
    expect(withPatch('', 'state.json', 'a')).toBe('a')
  })
})
