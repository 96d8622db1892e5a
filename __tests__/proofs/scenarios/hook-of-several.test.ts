import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { foldersIn } from '../../../src/disk/read'
import { initialState } from '../../../src/work/state/state'
import { printState } from '../../../src/work/state/state-document'
import { engineer } from '../../../src/workflows/engineer'
import { type State, states } from '../../../src/workflows/engineer/states'
import { mutated } from '../../support/broken-texts'
import { standing } from '../../support/casting'
import { type Folder, makeFolder, makeRepository } from '../../support/folder'
import { alone, asked, hookTexts, runGuard, shells } from '../../support/guard-script'
import { nameIn, verdictOf, waits } from '../../support/guard-states'
import { describeOnPosix } from '../../support/posix'

// Several pieces of work: the script lets a commit through by itself if all of them would, and asks otherwise.

const textIn = (state: State): string =>
  printState({ ...initialState(engineer), current: state, context: { review_from: 'é' } }, engineer)
const [writing, waiting] = [textIn('GATHER_EDITING'), textIn('PR_APPLIED_PENDING_ARCHIVE_A')]

/** What can be where a piece of work is expected, and whether it lets a commit pass for certain. */
const kinds: Readonly<Record<string, readonly [isCertain: boolean, put: (folder: Folder, at: string) => void]>> = {
  'an empty folder': [true, (folder, at) => mkdirSync(join(folder.path, at), { recursive: true })],
  'a folder with other files': [true, (folder, at) => folder.write({ [`${at}/plan.md`]: waiting })],
  'a file': [true, (folder, at) => folder.write({ [at]: waiting })],
  'a link to a folder': [true, (folder, at) => linkTo(folder, at, writing)],
  'a link that leads nowhere': [true, (folder, at) => symlinkSync('nowhere', join(folder.path, at))],
  'a state without a history': [true, (folder, at) => folder.write({ [`${at}/state.json`]: writing })],
  'a link to a folder that waits': [false, (folder, at) => linkTo(folder, at, waiting)],
  'a history alone': [false, (folder, at) => folder.write({ [`${at}/history.jsonl`]: '{}\n' })],
  'a state that is a folder': [false, (folder, at) => folder.write({ [`${at}/state.json/x`]: '' })],
  'a state that is a link to nowhere': [false, (folder, at) => putLink(folder, `${at}/state.json`)],
  'a history that is a link to nowhere': [false, (folder, at) => putLink(folder, `${at}/history.jsonl`)],
  'a link to itself': [true, (folder, at) => symlinkSync(basename(at), join(folder.path, at))],
  'a folder within a folder': [true, (folder, at) => folder.write({ [`${at}/inner/state.json`]: waiting })],
}

function linkTo(folder: Folder, at: string, text: string): void {
  const elsewhere = `elsewhere ${basename(at)}`
  folder.write({ [`${elsewhere}/state.json`]: text })
  symlinkSync(join(folder.path, elsewhere), join(folder.path, at))
}

function putLink(folder: Folder, path: string): void {
  mkdirSync(join(folder.path, path, '..'), { recursive: true })
  symlinkSync('nowhere', join(folder.path, path))
}

/** Names that no spell gives; a shell must not read anything into them. */
const oddNames = ['a b', '*', '?', '[a-z]', '-rf', '!', '#', '~', '$(exit 9)', '`exit 9`', '"', "'", '\\', 'a\\b']
  .concat(['{a,b}', 'line\nbreak', '\n', ' ', 'ä', '工作', 'state.json', '%s', '=', '&', ';', '|', '>x'])
  .concat(['x'.repeat(200)])

function repositoryWith(texts: Readonly<Record<string, string>>): Folder {
  const folder = makeRepository()
  mkdirSync(join(folder.path, '.ai/work'), { recursive: true })
  folder.write(Object.fromEntries(Object.entries(texts).map(([name, text]) => [stateOf(name), text])))
  return folder
}
const placeOf = (name: string): string => (name === 'task' ? '.ai/task' : `.ai/work/${name}`)
const stateOf = (name: string): string => `${placeOf(name)}/state.json`

/** What the program says of each piece of work, as of one that is alone. A name that begins with a dot is none. */
async function verdictsOf({ path }: Folder) {
  const named = foldersIn(path, '.ai/work').filter((name) => !name.startsWith('.'))
  const verdicts: Awaited<ReturnType<typeof verdictOf>>[] = []
  for (const name of ['task', ...named]) {
    const single = makeFolder({ '.ai/x': '' })
    symlinkSync(join(path, placeOf(name)), join(single.path, '.ai/task'))
    verdicts.push(await verdictOf(single))
    rmSync(single.path, { recursive: true })
  }
  return verdicts
}

const tens = Array.from({ length: 10 }, (_, index) => `piece-${index}`)
const passing = (count: number): Record<string, string> => {
  const names = tens.slice(0, count)
  const calm = states.filter((state) => !waits(state))
  return Object.fromEntries(names.map((name, index) => [name, textIn(calm[(index * 7) % calm.length] as State)]))
}

describeOnPosix.each(shells.map((shell) => [shell.join(' '), shell] as const))('in %s', (_, shell) => {
  const run = (folder: Folder) => runGuard(folder, shell)
  const expectTold = (folder: Folder, passes: boolean, what: unknown) => {
    const told = { what, ...run(folder) }
    if (passes) expect(told).toEqual({ what, ...alone })
    else expect(told).toMatchObject({ what, ...asked })
  }

  const prefixes = ['packages/a b/', '*/', 'a\\b/', 'new\nline/', '$HOME/']
  test.each(prefixes)('it looks at each below %j, too', (prefix) => {
    const folder = makeRepository()
    folder.write({ [`${prefix}${stateOf('csv-export')}`]: writing, [`${prefix}${stateOf('b')}`]: writing })
    const told = () => runGuard(folder, shell, 10, { GIT_PREFIX: prefix })
    expect(told()).toEqual(alone)
    folder.write({ [`${prefix}${stateOf('csv-export')}`]: waiting })
    expect(told()).toMatchObject(asked)
  })

  test('a folder whose name begins with a dot is none of them', () => {
    expectTold(repositoryWith({ ...passing(2), '.hidden': waiting }), true, 'hidden')
  })

  test('of a thousand, the last counts as the first does', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `piece-${index}`)
    const folder = repositoryWith(Object.fromEntries(names.map((name) => [name, writing])))
    expectTold(folder, true, 'all')
    for (const name of [names[0] ?? '', names.at(-1) ?? '']) {
      folder.write({ [stateOf(name)]: waiting })
      expectTold(folder, false, name)
      folder.write({ [stateOf(name)]: writing })
    }
  })

  test.each([
    ['the folder of a piece of work', '.ai/work/piece-0', 0o000],
    ['what is in the folder of a piece of work', '.ai/work/piece-0', 0o644],
    ['a state', '.ai/work/piece-0/state.json', 0o000],
    ['the names of all', '.ai/work', 0o311],
    ['the folders of all', '.ai/work', 0o644],
    ['the folder of everything', '.ai', 0o644],
  ])('it asks where it may not read %s', (_, path, mode) => {
    const folder = repositoryWith(passing(2))
    expectTold(folder, true, 'before')
    const full = join(folder.path, path)
    chmodSync(full, mode)
    // The tests of a container are often run by root, who may read everything.
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    if ('uid' in nobody) giveTo(folder.path, nobody.uid)
    expect(runGuard(folder, shell, 10, {}, hookTexts.guard, nobody)).toEqual({ ...asked, stderr: '' })
    chmodSync(full, 0o755)
  })

  test('without the program, any that can be read as waiting blocks', () => {
    for (const name of ['task', 'piece-0', 'piece-9', 'a b']) {
      const folder = repositoryWith({ ...passing(10), [name]: JSON.stringify(JSON.parse(waiting)) })
      const { exitCode, stderr } = runGuard(folder, shell, 'none')
      expect({ name, exitCode, stderr }).toEqual({
        name,
        exitCode: 10,
        stderr: expect.stringMatching(/^Commit blocked/),
      })
      folder.write({ [stateOf(name)]: '{' })
      expect(runGuard(folder, shell, 'none')).toMatchObject(alone)
    }
  })

  const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
  const testTraced = canTrace ? test : test.skip
  testTraced('it starts no process where it decides by itself', () => {
    const folder = repositoryWith({ ...passing(10), task: writing })
    folder.write({ 'hook.sh': hookTexts.guard })
    const trace = ['-f', '-qq', '-e', 'trace=process', '-e', 'signal=none', '-o', 'trace', ...shell, 'hook.sh']
    const { status } = spawnSync('strace', [...trace, 'message', 'message'], { cwd: folder.path })
    const calls = folder
      .read('trace')
      .split('\n')
      .filter((line) => /\b(?:execve|v?fork|clone3?)\(/.test(line))
    expect({ status, calls }).toEqual({ status: 0, calls: [expect.stringContaining('execve(')] })
  })
})

describeOnPosix('any tree of several pieces of work', () => {
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...states.filter((state) => !waits(state))).map(textIn) },
    { weight: 1, arbitrary: fc.constantFrom(...states.filter(waits)).map(textIn) },
    { weight: 1, arbitrary: fc.oneof(mutated(writing), mutated(waiting)) },
  )
  const piece = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(kinds)).map((kind) => ({ kind })) },
  )
  const name = fc.oneof(fc.constantFrom(...tens, 'task'), fc.constantFrom(...oddNames))

  test('passes by the script alone exactly if each is certain, and never if the program blocks one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, piece, { maxKeys: 10 }), async (pieces) => {
        const folder = repositoryWith({})
        for (const [named, found] of Object.entries(pieces)) {
          if (isKind(found)) kinds[found.kind]?.[1](folder, placeOf(named))
          else folder.write({ [stateOf(named)]: Buffer.from(found) as unknown as string })
        }
        const tried = shells.map((shell) => ({ shell, isAlone: runGuard(folder, shell).asked === undefined }))
        const isCertain = (shell: readonly string[]) =>
          Object.entries(pieces).every(([named, found]) => isSure(named, found, shell))
        expect(tried).toEqual(shells.map((shell) => ({ shell, isAlone: isCertain(shell) })))
        if (tried.some(({ isAlone }) => isAlone)) expect(await verdictsOf(folder)).not.toContain('blocked')
        rmSync(folder.path, { recursive: true })
      }),
      { numRuns: 320 },
    )
  })

  type Piece = string | Uint8Array | { readonly kind: string }
  const isKind = (found: Piece): found is { readonly kind: string } => typeof found === 'object' && 'kind' in found

  function isSure(named: string, found: Piece, shell: readonly string[]): boolean {
    if (!isKind(found)) {
      const state = nameIn(Buffer.from(found).toString('latin1'), shell)
      return state !== undefined && !waits(state)
    }
    // What is no folder can be no named piece of work, but is in the place of the one without a name.
    const isInTheWay = ['a file', 'a link that leads nowhere', 'a link to itself'].includes(found.kind)
    return kinds[found.kind]?.[0] === true && !(named === 'task' && isInTheWay)
  }
})

describe('what the script relies on:', () => {
  test('the second line of a state names it, whatever else the state has', () => {
    for (const state of states) {
      const keys = { rest: { a: 1, layout: 9 }, history: [], context: { '"current_state"': 'x' } }
      expect(printState({ current: state, ...keys }, engineer).split('\n')[1]).toBe(`  "current_state": "${state}",`)
      expect(standing(state)['.ai/task/state.json']?.split('\n')[1]).toBe(`  "current_state": "${state}",`)
    }
  })

  test('the states that wait have these names for good', () => {
    const { renamed = {}, gone = {} } = engineer.definition
    expect(states.filter(waits)).toEqual(['PR_APPLIED_PENDING_ARCHIVE_G', 'PR_APPLIED_PENDING_ARCHIVE_A'])
    const others = [...Object.entries(renamed.states ?? {}).flat(), ...(gone.states ?? [])]
    expect(others.filter(waits)).toEqual([])
    expect(hookTexts.guard).toContain('PR_APPLIED_PENDING_ARCHIVE_*')
  })
})

/** Gives a folder and what is in it to another user. */
function giveTo(path: string, uid: number): void {
  const { status } = spawnSync('chown', ['-R', String(uid), path])
  if (status !== 0) chownSync(path, uid, uid)
}
