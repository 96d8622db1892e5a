import { inline } from '../../src/text/markdown-parts'
import { standing } from '../support/casting'
import { type Folder, makeRepository, snapshot } from '../support/folder'
import { type Run, shell, typedHere } from '../support/packed-program'

type Files = Readonly<Record<string, string>>

const link = 'https://shop.atlassian.net/browse/SHOP-1'
const context = { '.ai/task/context.md': '# Context\n\nThe orders.\n' }
const plan = { '.ai/task/plan.md': '# Orders\n\n- [ ] they are exported\n' }
const comments = { '.ai/task/comments.md': '# Comments\n' }
const linked = { '.ai/task/plan.md': `- [ ] ${link}\n` }
const planning = { ...standing('GATHER_EDITING'), ...plan }

describe('the exit code of an outcome', () => {
  test.each<[outcome: string, code: number, where: string, files: Files, command: string]>([
    ['advanced', 0, 'a step forward', {}, 'spell accio'],
    ['advanced', 0, 'a step back', standing('ACHIEVE_COMPLETE'), 'spell finite'],
    ['stayed', 0, 'a spell without effect', { ...standing('GATHER_EDITING_CONTEXT'), ...context }, 'spell finite'],
    ['stayed', 0, 'a spell that does its work without leaving', { ...planning, ...linked }, 'spell expecto'],
    ['confirm', 0, 'a question', { ...planning, ...comments }, 'spell reparo'],
    ['shown', 0, 'a look', {}, 'spell lumos'],
    ['blocked', 3, 'a spell that is not possible here', {}, 'spell reverto'],
    ['missing', 4, 'a step for which the context is missing', standing('GATHER_EDITING_CONTEXT'), 'spell accio'],
    ['missing', 4, 'a link to fetch from a plan that is missing', standing('GATHER_EDITING'), 'spell expecto'],
  ])('%s gives %i: %s', async (outcome, exitCode, _, files, command) => {
    const said = shell(makeRepository(files).path, command)
    expect(said).toMatchObject({ exitCode, stderr: '' })
    expect(said.stdout).not.toBe('')

    const asData = typedHere(makeRepository(files).path, `${command} --json`)
    expect(asData).toMatchObject({ exitCode, stderr: '' })
    expect(JSON.parse(asData.stdout)).toMatchObject({ kind: 'cast', outcome, ok: exitCode === 0 })
  })

  test.each(['spell new --yes', 'spell history', 'spell verify discovery', 'spell --help', 'spell --version', 'spell'])(
    '%s that does its work gives 0',
    (command) => {
      const { exitCode, stdout, stderr } = typedHere(makeRepository(planning).path, command)
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).not.toBe('')
    },
  )
})

/** Something that goes wrong: what it is, what is there, what is typed, and what comes of it. */
type Wrong = readonly [what: string, files: Files, command: string, code: string, message: string | RegExp]

const state = (text: string): Files => ({ '.ai/task/state.json': text, ...plan })
const settings = (text: string): Files => ({ ...planning, '.ai/spell.json': text })
const line = '{"timestamp":"2026-08-20T15:30:00Z","transition":"A → B","trigger":"Accio"}\n'
/** A file in it makes a folder of the path. */
const folder = (path: string): Files => ({ [`${path}/file`]: 'text\n' })

/** What goes wrong, by exit code. Each command is run in words and as JSON, and changes nothing. */
// biome-ignore format: a case is a line
const wrongs: Readonly<Record<1 | 2 | 3 | 5, readonly Wrong[]>> = {
  1: [
    ['a folder in place of the plan', { ...standing('GATHER_EDITING'), ...folder('.ai/task/plan.md') }, 'spell accio', 'not-a-file', 'Cannot read .ai/task/plan.md: a folder is where a file should be.'],
    ['a file in place of .ai', { '.ai': 'mine\n' }, 'spell accio', 'not-a-folder', /a file is where a folder should be/],
    ['a file in place of .ai/archive', { ...planning, '.ai/archive': 'mine\n' }, 'spell new --yes', 'not-a-folder', /a file is where a folder should be/],
  ],
  2: [
    ['an unknown command', {}, 'spell abracadabra', 'usage', "Unknown command 'abracadabra'."],
    ['a misspelt spell', {}, 'spell acio', 'usage', "Unknown command 'acio'."],
    ['a word too many', {}, 'spell check now', 'usage', /Too many arguments/],
    ['a text without quotes', {}, 'spell discovery start csv export', 'usage', /A text of several words needs quotes/],
    ['a note without its option', {}, 'spell accio now', 'usage', /goes after --note, “until complete” after spell say/],
    ['an unknown option', {}, 'spell accio --wokr', 'usage', "Unknown option '--wokr' (Did you mean --work?)."],
    ['an option without its value', {}, 'spell accio --note', 'usage', /--note <TEXT>/],
    ['a value that is none of the choices', {}, 'spell lumos --for nobody', 'usage', /Allowed choices are ai, developer, both/],
    ['a folder that is not there', {}, 'spell lumos --cwd nowhere', 'no-such-folder', /--cwd names no folder: \/.*nowhere/],
    ['two notes', {}, 'spell accio --note a --note-file b', 'two-notes', 'Give --note or --note-file, not both.'],
    ['a note file that is not there', {}, 'spell accio --note-file note.txt', 'file-unreadable', 'note.txt cannot be read.'],
    ['a note that is too long', {}, `spell accio --note ${'x'.repeat(2001)}`, 'note-too-long', 'The note has 2001 characters; 2000 is the most.'],
    ['a wrong setting in the environment', {}, 'SPELL_ATLASSIAN_HOSTS="not a host" spell lumos', 'setting-wrong', /^SPELL_ATLASSIAN_HOSTS must be/],
    ['unfinished work to archive, and no one to ask', planning, 'spell new', 'needs-yes', 'This piece of work is not complete.'],
    ['a limit of nothing', {}, 'spell history --limit 0', 'usage', '--limit must be a whole number from 1 on, not "0".'],
    ['a time to wait that is no number', {}, 'spell accio --wait soon', 'usage', '--wait must be a number of seconds, not "soon".'],
    ['a command of an earlier version', {}, 'spell grant', 'usage', "Unknown command 'grant': its name is `spell say \"accio until complete\"` now."],
    ['an option of an earlier version', {}, 'spell work --board', 'usage', "Unknown option '--board': its name is `spell work` now."],
    ['a word of a workflow of an earlier version', {}, 'spell hope recover', 'usage', "Unknown command 'recover': its name is `spell doctor --fix` now."],
    ['a reason without a state', {}, 'spell doctor --because x', 'usage', '--because goes with --set.'],
    ['an override without a reason', {}, 'spell doctor --set achieve_complete', 'needs-reason', 'Say why, with --because: it stays in the history.'],
    ['an override to an unknown state', {}, 'spell doctor --set COMPLETE_ACHIEVE --because why', 'unknown-state', /nearest are ACHIEVE_COMPLETE/],
    ['an unknown workflow', {}, 'spell verify alchemy', 'unknown-workflow', 'There is no workflow "alchemy"; there is engineer, discovery, collab, hope.'],
  ],
  3: [
    ['nothing to archive', {}, 'spell new', 'nothing-to-archive', 'There is no work here to archive.'],
    ['nothing to take back', {}, 'spell undo', 'nothing-to-undo', 'There is no step here to take back.'],
    ['a state that was written by hand to take back', standing('ACHIEVE_COMPLETE'), 'spell undo', 'nothing-to-undo', 'There is no step here to take back.'],
    ['an override to where the work stands', planning, 'spell doctor --set gather_editing --because why', 'already-there', 'The work is in that state already.'],
  ],
  5: [
    ['a state cut off', state('{\n  "current_state": "GATHER_ED'), 'spell lumos', 'state-unreadable', '.ai/task/state.json is not valid JSON in line 2.'],
    ['a state of garbage', state('\u0000\u0001\u0002'), 'spell accio', 'state-unreadable', /not valid JSON/],
    ['a folder in place of the state', folder('.ai/task/state.json'), 'spell accio', 'state-unreadable', /state\.json/],
    ['a state that has been removed', { '.ai/task/history.jsonl': line }, 'spell lumos', 'state-removed', '.ai/task/state.json has been removed, but its history is still there.'],
    ['settings that are no JSON', settings('{\n  "version": 1,\n}'), 'spell accio', 'settings-unreadable', /^\.ai\/spell\.json line 3: it is not valid JSON/],
    ['settings of a newer program', settings('{"version": 2}'), 'spell lumos', 'settings-newer', /newer than this program/],
  ],
}

/** Runs a command and makes sure that it changes nothing. */
async function runUnchanging(
  place: Folder,
  command: string,
  run: (cwd: string, line: string) => Run | Promise<Run>,
): Promise<Run> {
  const before = snapshot(place.path)
  const ended = await run(place.path, command)
  expect(snapshot(place.path)).toEqual(before)
  return ended
}

describe.each(Object.entries(wrongs))('exit code %s', (exitCode, cases) => {
  test.each(cases)('%s', async (_, files, command, code, message) => {
    const place = makeRepository(files)

    const asData = await runUnchanging(place, `${command} --json`, typedHere)
    const document = JSON.parse(asData.stdout)
    expect({ exitCode: String(asData.exitCode), stderr: asData.stderr }).toEqual({ exitCode, stderr: '' })
    expect(document).toEqual({
      schemaVersion: 1,
      kind: 'error',
      ok: false,
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      fix: expect.stringMatching(/^\S.*\S$/),
      warnings: [],
    })

    // What repairs a wrong command is a right one; the proof of all tables takes seconds and is asked for in a test of its own.
    if (exitCode === '2' && document.fix !== 'spell verify') {
      const type = document.fix.startsWith('spell ') ? typedHere : shell
      expect((await type(makeRepository(files).path, document.fix)).exitCode).not.toBe(2)
    }

    const inWords = await runUnchanging(place, command, typedHere)
    expect(inWords).toEqual({
      exitCode: Number(exitCode),
      stdout: '',
      stderr: `spell: ${inline(document.message)}\n  fix: ${inline(document.fix)}\n`,
    })
  })
})

describe('a failure', () => {
  const trace = /^ {4}at \S/m

  test.each([
    ['spell lumos', { '.ai/task/state.json': '' }],
    ['spell abracadabra', {}],
  ])('of %s shows where in the program it arose with --debug only', async (command, files) => {
    const { path } = makeRepository(files)
    expect(typedHere(path, command).stderr).not.toMatch(trace)
    expect(typedHere(path, `${command} --debug`).stderr).toMatch(trace)
    // Also then stdout is one document.
    const both = typedHere(path, `${command} --debug --json`)
    expect(both.stderr).toMatch(trace)
    expect(JSON.parse(both.stdout).kind).toBe('error')
  })

  // A shell stays in the folder, as when a checkout has removed it.
  const anywhere = ['accio', 'prove', 'check', 'guard pre-commit', 'mcp', 'work', 'hope status']
  test.each(anywhere)('of %s in a folder that is gone is one, without a trace', (line) => {
    const ended = shell(makeRepository().path, `mkdir gone && cd gone && rmdir ../gone && spell ${line}`)
    const stderr = 'spell: The folder that this was started in is gone.\n  fix: cd ..\n'
    expect(ended).toEqual({ exitCode: 3, stdout: '', stderr })
  })

  test('is said with --quiet, too', () => {
    expect(typedHere(makeRepository().path, 'spell abracadabra --quiet').stderr).toContain('abracadabra')
  })

  test('of an unreadable state is fixed by the command that it names', () => {
    const shop = makeRepository(planning)
    const { path } = shop
    shell(path, 'git add . && git -c user.name=kim -c user.email=kim@shop.example commit --quiet --message plan')
    shop.write({ '.ai/task/state.json': '{' })
    const { fix } = JSON.parse(typedHere(path, 'spell accio --json').stdout)
    expect(shell(path, `${fix} && spell accio`)).toMatchObject({ exitCode: 0, stderr: '' })
  })
})
