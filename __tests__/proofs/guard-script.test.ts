import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { judgeCommit } from '../../src/commands/guard/guard'
import { override } from '../../src/commands/work/override'
import { Failure } from '../../src/failure/failure'
import { engineer } from '../../src/workflows/engineer'
import { type State, states } from '../../src/workflows/engineer/states'
import { mutated } from '../support/broken-texts'
import { castIn, edgeAt } from '../support/casting'
import { everyCrashPoint } from '../support/crash-points'
import { texts } from '../support/engineer-texts'
import { historyFile, stateFile, work } from '../support/engineer-work'
import { copyOf, type Folder, makeFolder } from '../support/folder'
import { makeRepository } from '../support/git-repository'
import { putExecutable, runGuard, shells } from '../support/guard-script'
import { spell } from '../support/packed-program'
import { describeOnPosix } from '../support/posix'

// The script of the hook lets a commit through without asking only where the full check would.

/** Whether the full check lets a commit through. */
async function passesFully({ path }: Folder, env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  try {
    const { verdict } = await judgeCommit(engineer, { root: path, prefix: '', env, texts })
    return verdict !== 'blocked'
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Work that stands somewhere, as spell has written it. */
async function workIn(state: State): Promise<Folder> {
  const folder = await work()
  if (state !== 'ACHIEVE_TASK_EXECUTED') await override(engineer, edgeAt(folder), state, 'To look at it.')
  return folder
}

const full = (folder: Folder, path: string) => join(folder.path, path)
const asked = { exitCode: 10, asked: 'guard pre-commit' }
const alone = { exitCode: 0 }

describeOnPosix.each(shells.map((shell) => [shell.join(' '), shell] as const))(
  'run by %s, the script of the guard',
  (_, shell) => {
    const run = (folder: Folder, env = {}) => runGuard(folder, shell, 10, env)
    let writing: Folder
    beforeEach(async () => {
      writing = await workIn('GATHER_EDITING')
    })

    test.each(states)('decides by itself about what spell has written in %s, as far as that passes', async (state) => {
      const folder = await workIn(state)
      const passes = await passesFully(folder)
      expect(passes).toBe(!state.startsWith('PR_APPLIED_PENDING_ARCHIVE'))
      expect(run(folder)).toMatchObject(passes ? alone : asked)
      expect(run(folder).asked).toBe(passes ? undefined : 'guard pre-commit')
    })

    test.each<[what: string, touch: (folder: Folder) => void]>([
      ['is written again as it was', (folder) => folder.write({ [stateFile]: folder.read(stateFile) })],
      ['is replaced by one like it', (folder) => replace(folder, stateFile, folder.read(stateFile))],
      [
        'is replaced by one like it, with its time',
        (folder) => replace(folder, stateFile, folder.read(stateFile), true),
      ],
      ['is changed, and looks old', (folder) => age(folder, stateFile)],
      ['is gone', (folder) => folder.remove(stateFile)],
      [
        'is a folder',
        (folder) => {
          folder.remove(stateFile)
          mkdirSync(full(folder, stateFile))
        },
      ],
    ])('asks where the state %s', (_, touch) => {
      touch(writing)
      expect(run(writing)).toMatchObject(asked)
    })

    test.each<[what: string, touch: (folder: Folder) => void]>([
      ['has another line', (folder) => writeFileSync(full(folder, historyFile), '{}\n', { flag: 'a' })],
      ['is written again as it was', (folder) => folder.write({ [historyFile]: folder.read(historyFile) })],
      ['looks old', (folder) => age(folder, historyFile)],
      ['is gone', (folder) => folder.remove(historyFile)],
    ])('asks where the history %s', (_, touch) => {
      touch(writing)
      expect(run(writing)).toMatchObject(asked)
    })

    test.each(['vouched.json', 'vouched.stamp'])('asks where %s is gone', (name) => {
      writing.remove(`.ai/.local/${name}`)
      expect(run(writing)).toMatchObject(asked)
    })

    test.each<[what: string, env: Record<string, string>, files: Record<string, string>]>([
      ['settings', {}, { '.ai/spell.json': '{}' }],
      ['settings of the environment', { SPELL_GUARD_BLOCK_IN: 'GATHER_*' }, {}],
    ])('asks where there are %s', (_, env, files) => {
      writing.write(files)
      expect(run(writing, env)).toMatchObject(asked)
    })

    describe('beside settings that a step has read', () => {
      const settings = '.ai/spell.json'
      const stepBeside = async (text: string): Promise<Folder> => {
        const folder = await work()
        folder.write({ [settings]: text })
        age(folder, settings)
        await override(engineer, edgeAt(folder), 'GATHER_EDITING', 'To look at it.')
        return folder
      }

      test('decides by itself where they say nothing of commits', async () => {
        const folder = await stepBeside('{ "workflow": "hope" }')
        expect(await passesFully(folder)).toBe(true)
        expect(run(folder)).toMatchObject(alone)
        expect(run(folder).asked).toBeUndefined()
        expect(run(folder, { SPELL_GUARD_BLOCK_IN: 'GATHER_*' })).toMatchObject(asked)
      })

      test('asks where they do', async () => {
        expect(run(await stepBeside('{ "guard": { "blockIn": ["GATHER_*"] } }'))).toMatchObject(asked)
      })

      test.each<[what: string, touch: (folder: Folder) => void]>([
        ['were written since', (folder) => folder.write({ [settings]: '{ "guard": { "blockIn": ["*"] } }' })],
        ['were replaced since', (folder) => replace(folder, settings, '{ "guard": { "blockIn": ["*"] } }')],
        ['were replaced since, and look old', (folder) => replace(folder, settings, '{}', true)],
        [
          'are a link now',
          (folder) => {
            renameSync(full(folder, settings), full(folder, 'other.json'))
            symlinkSync('../other.json', full(folder, settings))
          },
        ],
        [
          'were written since, and look old',
          (folder) => {
            folder.write({ [settings]: '{ "guard": { "blockIn": ["*"] } }' })
            utimesSync(full(folder, settings), 900_000_000, 900_000_000)
          },
        ],
        ['lost their first stamp', (folder) => folder.remove('.ai/.local/vouched-settings.from')],
        ['lost their second stamp', (folder) => folder.remove('.ai/.local/vouched-settings.to')],
        ['lost their second name', (folder) => folder.remove('.ai/.local/vouched-settings.json')],
      ])('asks where they %s', async (_, touch) => {
        const folder = await stepBeside('{}')
        touch(folder)
        expect(run(folder)).toMatchObject(asked)
      })
    })

    test('asks where the settings are a link that leads nowhere', () => {
      symlinkSync('nowhere', full(writing, '.ai/spell.json'))
      expect(run(writing)).toMatchObject(asked)
    })

    test.each<[what: string, write: (text: string) => string]>([
      ['minified', (text) => JSON.stringify(JSON.parse(text))],
      ['indented otherwise', (text) => JSON.stringify(JSON.parse(text), null, '\t')],
      ['with the line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
      ['with a mark at its beginning', (text) => `\uFEFF${text}`],
      [
        'with its keys in another order',
        (text) => text.replace(/( {2}"current_state".*),\n([\s\S]*?)\n}/, '$2,\n$1\n}'),
      ],
      ['with an escape in its name', (text) => text.replace('GATHER', '\\u0047ATHER')],
      ['with an escape in its key', (text) => text.replace('current_state', 'current_stat\\u0065')],
      [
        'with its key twice',
        (text) => text.replace(/\n}\n$/, ',\n  "current_state": "PR_APPLIED_PENDING_ARCHIVE_G"\n}\n'),
      ],
      [
        'with its key twice in one line',
        (text) =>
          text.replace('"GATHER_EDITING",', '"GATHER_EDITING", "current_state": "PR_APPLIED_PENDING_ARCHIVE_G",'),
      ],
      ['with a state that does not exist', (text) => text.replace('GATHER_EDITING"', 'GATHER_NOTHING"')],
      ['cut off after its second line', (text) => text.split('\n').slice(0, 2).join('\n')],
      ['cut off in its second line', (text) => text.slice(0, 20)],
      ['with text after its end', (text) => `${text}}`],
      ['empty', () => ''],
    ])('asks about a state that is %s', (_, write) => {
      writing.write({ [stateFile]: write(writing.read(stateFile)) })
      expect(run(writing)).toMatchObject(asked)
    })

    test('reads the name itself, even of a file with forged times and a second name', () => {
      const text = writing.read(stateFile).replace('"GATHER_EDITING"', '"PR_APPLIED_PENDING_ARCHIVE_A"')
      forge(writing, text)
      expect(run(writing)).toMatchObject(asked)
      for (const line of [
        '"GATHER_EDITING" ,',
        '"GATHER_EDITING", "current_state": "A",',
        '"",',
        'GATHER_EDITING",',
        '"a",',
      ]) {
        forge(writing, text.replace('"PR_APPLIED_PENDING_ARCHIVE_A",', line))
        expect({ line, ...run(writing) }).toMatchObject(asked)
      }
      forge(writing, text.replace('{', '{ '))
      expect(run(writing)).toMatchObject(asked)
    })

    test('is silent without .ai, and with SPELL_GUARD=0', () => {
      expect(run(makeRepository())).toEqual({ exitCode: 0, stderr: '' })
      writing.remove(stateFile)
      expect(run(writing, { SPELL_GUARD: '0' })).toEqual({ exitCode: 0, stderr: '' })
      expect(run(writing, { SPELL_GUARD: '' })).toMatchObject(asked)
      expect(run(writing, { SPELL_GUARD: '1' })).toMatchObject(asked)
    })

    test('looks from where the developer was upwards', async () => {
      const deep = 'packages/one shop/src/'
      mkdirSync(full(writing, deep), { recursive: true })
      expect(run(writing, { GIT_PREFIX: deep })).toEqual({ exitCode: 0, stderr: '' })
      const inner = await workIn('PR_APPLIED_PENDING_ARCHIVE_G')
      renameSync(full(inner, '.ai'), full(writing, 'packages/one shop/.ai'))
      expect(run(writing, { GIT_PREFIX: deep })).toMatchObject(asked)
      expect(run(writing, { GIT_PREFIX: 'packages/' })).toEqual({ exitCode: 0, stderr: '' })
      expect(run(writing)).toEqual({ exitCode: 0, stderr: '' })
    })

    test('calls what was there before first, and ends with its code', () => {
      putExecutable(writing, '.git/guard.sh.before-spell', '#!/bin/sh\necho before >&2\nexit $((BEFORE))\n')
      expect(run(writing, { BEFORE: '0' })).toEqual({ exitCode: 0, stderr: 'before\n' })
      expect(run(writing, { BEFORE: '3' })).toEqual({ exitCode: 3, stderr: 'before\n' })
      expect(run(writing, { BEFORE: '3', SPELL_GUARD: '0' })).toMatchObject({ exitCode: 3 })
      chmodSync(full(writing, '.git/guard.sh.before-spell'), 0o644)
      expect(run(writing, { BEFORE: '3' })).toEqual({ exitCode: 0, stderr: '' })
    })

    describe('where it has to ask', () => {
      let waiting: Folder
      beforeEach(async () => {
        waiting = await workIn('PR_APPLIED_PENDING_ARCHIVE_G')
      })

      test.each([0, 5, 10])('takes the code %i for an answer', (code) => {
        expect(runGuard(waiting, shell, code)).toMatchObject({ exitCode: code, stderr: '' })
      })

      const three =
        'This commit has to wait: a review was applied, and has not been put away yet.\n' +
        'First: spell accio   (spell is not installed here: npm install --global spell-cli)\n' +
        'Once all the same, if the developer says so: SPELL_GUARD=0 git commit …\n'

      test.each<[what: string, answer: number | 'none']>([
        ['there is nobody to ask', 'none'],
        ['the program cannot be run', 126],
        ['its interpreter is not there', 127],
        ['another program has the name', 1],
        ['the program is older than the guard', 2],
      ])('reads for itself where %s, and refuses what waits', (_, answer) => {
        expect(runGuard(waiting, shell, answer)).toMatchObject({ exitCode: 10, stderr: three })
        for (const text of [
          JSON.stringify(JSON.parse(waiting.read(stateFile))),
          JSON.stringify(JSON.parse(waiting.read(stateFile)), null, '\t').replace(': "', '\n:\n "'),
          waiting.read(stateFile).replaceAll('\n', '\r\n'),
          waiting.read(stateFile).trimEnd(),
        ]) {
          waiting.write({ [stateFile]: text })
          expect(runGuard(waiting, shell, answer)).toMatchObject({ exitCode: 10, stderr: three })
        }
      })

      test.each<[what: string, files: Record<string, string>, env: Record<string, string>]>([
        ['does not wait', { [stateFile]: '{"current_state":"GATHER_EDITING","history":[]}' }, {}],
        [
          'tells in a note of one that did',
          {
            [stateFile]: JSON.stringify({
              current_state: 'A',
              note: '"current_state": "PR_APPLIED_PENDING_ARCHIVE_G"',
            }),
          },
          {},
        ],
        ['is garbage', { [stateFile]: '\0{{' }, {}],
        ['other settings decide about', { '.ai/spell.json': '{ "guard": {\n "blockIn": [] } }' }, {}],
        ['the environment decides about', {}, { SPELL_GUARD_BLOCK_IN: 'GATHER_*' }],
      ])('lets through without a program what %s', (_, files, env) => {
        waiting.write(files)
        expect(runGuard(waiting, shell, 'none', env)).toMatchObject({ exitCode: 0 })
      })

      test('finds the program of the project before that on the PATH, and the one further up', async () => {
        const bin = makeFolder()
        putExecutable(bin, 'spell', '#!/bin/sh\nexit 5\n')
        const PATH = `${bin.path}:/usr/bin:/bin`
        expect(runGuard(waiting, shell, 'none', { PATH })).toMatchObject({ exitCode: 5 })
        expect(runGuard(waiting, shell, 10, { PATH })).toMatchObject(asked)
        renameSync(full(waiting, '.ai'), full(waiting, 'ai'))
        mkdirSync(full(waiting, 'packages/a'), { recursive: true })
        renameSync(full(waiting, 'ai'), full(waiting, 'packages/a/.ai'))
        expect(runGuard(waiting, shell, 10, { PATH, GIT_PREFIX: 'packages/a/' })).toMatchObject(asked)
      })

      test('starts it without the certificates that slow it down', () => {
        const env = { NODE_EXTRA_CA_CERTS: '/certs.pem' }
        putExecutable(waiting, 'bin/spell', '#!/bin/sh\n[ -n "$NODE_EXTRA_CA_CERTS" ] || exit 5\n')
        expect(runGuard(waiting, shell, 'none', { ...env, PATH: `${waiting.path}/bin:/usr/bin:/bin` })).toMatchObject({
          exitCode: 5,
        })
      })
    })
  },
)

describeOnPosix('run by any shell, the script of the guard', () => {
  /** Whether one of them lets a commit through without asking. */
  const passesAlone = (folder: Folder) => shells.some((shell) => runGuard(folder, shell).asked === undefined)
  let writing: Folder
  beforeEach(async () => {
    writing = await workIn('GATHER_EDITING')
    // A copy is as good as what it was copied from.
    expect(passesAlone(copyOfWork(writing))).toBe(true)
  })

  test('lets nothing through that the full check would refuse, however the state is damaged', async () => {
    let refused = 0
    const good = writing.read(stateFile)
    await fc.assert(
      fc.asyncProperty(
        mutated(good),
        fc.constantFrom('in place', 'by another', 'with its time', 'looks old'),
        async (bytes, how) => {
          const folder = copyOfWork(writing)
          if (how === 'in place' || how === 'looks old') writeFileSync(full(folder, stateFile), bytes)
          else replace(folder, stateFile, bytes, how === 'with its time')
          if (how === 'looks old') age(folder, stateFile)
          const passes = await passesFully(folder)
          if (!passes) refused++
          if (passesAlone(folder)) expect(passes).toBe(true)
          folder.remove('.')
        },
      ),
      { numRuns: 120 },
    )
    expect(refused).toBeGreaterThan(50)
  })

  test('lets nothing through that the full check would refuse, however the history is damaged', async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(mutated(writing.read(historyFile)), fc.boolean(), async (bytes, inPlace) => {
        const folder = copyOfWork(writing)
        if (inPlace) writeFileSync(full(folder, historyFile), bytes)
        else replace(folder, historyFile, bytes)
        const passes = await passesFully(folder)
        if (!passes) refused++
        if (passesAlone(folder)) expect(passes).toBe(true)
        folder.remove('.')
      }),
      { numRuns: 60 },
    )
    expect(refused).toBeGreaterThan(5)
  })

  test('wherever a cast is killed, it asks or is right', async () => {
    const before = await workIn('PR_APPLIED_PENDING_ARCHIVE_A')
    before.write({ '.ai/task/review-task-results.md': 'Done.\n' })
    const sides = new Set<boolean>()
    await everyCrashPoint(
      () => copyOfWork(before),
      (folder) => castIn(folder, 'accio'),
      async (folder) => {
        const alone = passesAlone(folder)
        if (alone) expect(await passesFully(folder)).toBe(true)
        sides.add(alone)
      },
    )
    expect(sides.size).toBe(2)
  })
})

describeOnPosix('the script and the program', () => {
  test('agree about work that is walked through with the program', () => {
    const folder = makeRepository()
    for (const files of [{}, { '.ai/task/context.md': 'Why\n' }, { '.ai/task/plan.md': '- [ ] one\n' }]) {
      folder.write(files)
      expect(spell(folder.path, ['accio'])).toMatchObject({ exitCode: 0 })
      expect(runGuard(folder, ['sh']).asked).toBeUndefined()
      expect(spell(folder.path, ['guard', 'pre-commit'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    }
  })
})

/** A copy in which the same is vouched for: names and times are those of the original. */
function copyOfWork(folder: Folder): Folder {
  const copy = copyOf(folder)
  const [state, vouched] = [full(copy, stateFile), full(copy, '.ai/.local/vouched.json')]
  rmSync(vouched)
  linkSync(state, vouched)
  const { mtimeMs } = statSync(full(folder, stateFile))
  for (const path of [state, full(copy, historyFile), full(copy, '.ai/.local/vouched.stamp')])
    utimesSync(path, mtimeMs / 1000, mtimeMs / 1000)
  return copy
}

/** Another file gets the name, as an editor or git does it. */
function replace(folder: Folder, path: string, text: string | Uint8Array, keepsTime = false): void {
  const { mtimeMs } = statSync(full(folder, path))
  writeFileSync(full(folder, `${path}.new`), text)
  if (keepsTime) utimesSync(full(folder, `${path}.new`), mtimeMs / 1000, mtimeMs / 1000)
  renameSync(full(folder, `${path}.new`), full(folder, path))
}

const age = (folder: Folder, path: string) => utimesSync(full(folder, path), 1_000_000_000, 1_000_000_000)

/** What only somebody does who wants to get by the guard. */
function forge(folder: Folder, text: string): void {
  const { mtimeMs } = statSync(full(folder, '.ai/.local/vouched.stamp'))
  writeFileSync(full(folder, stateFile), text)
  utimesSync(full(folder, stateFile), mtimeMs / 1000, mtimeMs / 1000)
}
