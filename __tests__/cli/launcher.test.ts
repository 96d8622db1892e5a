import { join } from 'node:path'
import { launcherIn, launcherOf, withLauncher } from '../../src/cli/launcher'
import { exit, Failure } from '../../src/failure/failure'
import { makeFolder } from '../support/folder'

const look = (files: Readonly<Record<string, string>>) => ({
  read: (path: string) => files[path],
  isThere: (path: string) => path in files,
})

describe('the launcher of a repository', () => {
  test.each([
    ['npx spell', {}],
    ['npx spell', { 'package-lock.json': '' }],
    ['pnpm exec spell', { 'pnpm-lock.yaml': '' }],
    ['yarn spell', { 'yarn.lock': '' }],
    ['bunx spell', { 'bun.lock': '' }],
    ['bunx spell', { 'bun.lockb': '' }],
  ])('is %s with %j', (launcher, files: Readonly<Record<string, string>>) => {
    expect(launcherIn(look(files))).toBe(launcher)
  })

  test('is that of the manager which package.json names, whatever lock files have been left', () => {
    const files = { 'package.json': '{ "packageManager": "pnpm@9.1.0" }', 'yarn.lock': '', 'package-lock.json': '' }
    expect(launcherIn(look(files))).toBe('pnpm exec spell')
  })
})

describe('a program', () => {
  const program = join('node_modules', '.bin', 'spell')

  test('that packages of a folder brought is run by their manager, also further down', () => {
    const folder = makeFolder({ 'yarn.lock': '', 'packages/a/index.js': '' })
    expect(launcherOf(join(folder.path, program), folder.path)).toBe('yarn spell')
    expect(launcherOf(join(folder.path, program), join(folder.path, 'packages', 'a'))).toBe('yarn spell')
  })

  test('that is on the PATH, or in packages elsewhere, is run by its name', () => {
    const [here, elsewhere] = [makeFolder(), makeFolder({ 'yarn.lock': '' })]
    expect(launcherOf('/usr/bin/spell', here.path)).toBeUndefined()
    expect(launcherOf(join(elsewhere.path, program), here.path)).toBeUndefined()
  })
})

describe('a failure names the launcher', () => {
  const said = (message: string, fix: string) =>
    withLauncher(new Failure(exit.notPossible, 'x', message, fix, { details: [`at \`spell new\``] }), 'npx spell')

  test('in each of its commands', () => {
    expect(
      said('Go on with `spell accio`. Run spell doctor.', 'spell doctor --fix --side mine # or: spell undo'),
    ).toMatchObject({
      message: 'Go on with `npx spell accio`. Run npx spell doctor.',
      fix: 'npx spell doctor --fix --side mine # or: npx spell undo',
      details: ['at `npx spell new`'],
      code: 'x',
      exitCode: exit.notPossible,
    })
    expect(said('', 'git restore a   # or remove it, and: spell init').fix).toMatch(/and: npx spell init$/)
  })

  test('and nowhere else', () => {
    for (const text of [
      'a link; spell writes nothing through it',
      'the next spell finishes it',
      'rm .claude/skills/spell -r',
    ])
      expect(said(text, text)).toMatchObject({ message: text, fix: text })
  })
})
