import { readFileSync } from 'node:fs'
import { otherCommands } from '../../../src/entry/commands'
import { shells } from '../../../src/entry/completion/completion.command'
import { groups } from '../../../src/entry/groups'
import { agentNames } from '../../../src/install/agents/agents'
import type { HookTexts } from '../../../src/install/hook-managers/hook-line'
import { states as planStates } from '../../../src/workflows/discovery/plan'
import { spells } from '../../../src/workflows/engineer/spells'
import { states } from '../../../src/workflows/engineer/states'
import { castIn, standing } from '../../support/casting'
import { item, remembering, wave } from '../../support/collab-session'
import { planned, standingAt } from '../../support/discovery-plan'
import { makeFolder, makeRepository, snapshot } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

/** What is offered where the last of the words is being written. */
async function offered(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = spellHere(cwd, [
    'completion',
    '--words',
    String(words.length),
    'spell',
    ...words,
  ])
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}
const others = [...otherCommands, ...groups].map(({ name }) => name)
const finished = {
  ...standing('ACHIEVE_COMPLETE'),
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md': '# Orders\n\n- [x] they are exported\n',
}

describe('of the spells it offers those that can be cast now', () => {
  test.each(states)('in %s', async (state) => {
    const folder = makeFolder({ ...finished, ...standing(state) })
    const here = await castIn(folder, 'lumos')
    const available = here.spells.filter((offer) => offer.available).map(({ name }) => name)
    expect(await offered(folder.path, '')).toEqual([...available, ...others])
  })

  test('by the plain word too, for who begins with it', async () => {
    expect(await offered(makeFolder(standing('PR_GATHERING_COMMENTS_G')).path, 'le')).toEqual(['leave'])
    expect(await offered(makeFolder(finished).path, 'le')).toEqual([])
  })

  test('before the first of them, too', async () => {
    expect(await offered(makeRepository().path, '')).toEqual(['accio', 'lumos', ...others])
  })

  test('and says what each would do, in plain words', async () => {
    const { stdout } = spellHere(makeRepository().path, ['completion', '--words', '1', 'spell', 'acc'])
    expect(stdout).toBe('accio\tbegins with the context\n')
  })

  test('in the folder that the line names', async () => {
    const folder = makeRepository({ ...finished, 'my shop/.ai/.keep': '', 'a file': '' })
    expect(await offered(folder.path, 'fin')).toEqual(['finite'])
    expect(await offered(folder.path, '--cwd', 'my shop', 'fin')).toEqual([])
    expect(await offered(folder.path, '--cwd=my shop', 'acc')).toEqual(['accio'])
    for (const wrong of ['nowhere', 'a file']) expect(await offered(folder.path, '--cwd', wrong, 'lum')).toEqual([])
  })

  test('also where that is below the own folder of the user', async () => {
    const home = makeRepository({ 'shop/.ai/.keep': '' })
    const asked = ['completion', '--words', '3', 'spell', '--cwd', '~/shop', 'acc']
    expect(spellHere('/', asked, { env: { HOME: home.path } }).stdout).toMatch(/^accio\t/)
  })

  test('where the state cannot be read none, but all that helps', async () => {
    for (const broken of [{ '.ai/task/state.json': '{' }, { ...finished, '.ai/spell.json': '{' }])
      expect(await offered(makeFolder(broken).path, '')).toEqual(others)
  })
})

describe('of everything else it offers all:', () => {
  test.each(Object.entries(spells))('the options of %s, also by its plain word', async (name, { alias }) => {
    const { path } = makeFolder()
    expect(await offered(path, name, '--no')).toEqual(['--note', '--note-file', '--no-color'])
    expect(await offered(path, alias, '--')).toEqual(await offered(path, name, '--'))
  })

  test.each([
    ['completion', ['bash', 'zsh', 'fish', 'powershell']],
    ['guard', ['pre-commit', 'tool', 'stop']],
    ['verify', ['engineer', 'discovery', 'collab', 'hope']],
    ['doctor --set', [...states]],
  ])('what %s can be asked for', async (name, choices) => {
    expect(await offered(makeFolder().path, ...name.split(' '), '')).toEqual(choices)
  })

  test('what init knows: every agent, and everything that runs hooks', async () => {
    const runners = (await import('../../../src/install/hook-managers/runners')).hookRunners({} as HookTexts)
    const { path } = makeFolder()
    const names = (adapters: readonly { readonly name: string }[]) => [...adapters.map(({ name }) => name), 'none']
    expect(await offered(path, 'init', '--agents', '')).toEqual([...agentNames, 'none'])
    expect([...(await offered(path, 'init', '--guard', ''))].sort()).toEqual(names(runners).sort())
  })
})

describe('of the verbs of a workflow it offers those that would do something now:', () => {
  const ofPlan = (path: string, ...words: readonly string[]) => offered(path, 'discovery', ...words)
  const ofSession = (path: string, ...words: readonly string[]) => offered(path, 'collab', ...words)

  test('if there is no work, those that begin it', async () => {
    const { path } = makeFolder()
    expect(await ofPlan(path, '')).toEqual(['start'])
    expect(await ofSession(path, '')).toEqual(['start', 'states'])
  })

  test.each(planStates)('of a plan in %s', async (state) => {
    const folder = makeFolder(standingAt(state))
    const { spells: offers } = await planned(folder, 'status')
    const here = offers.filter(({ available }) => available).map(({ name }) => name)
    const found = await ofPlan(folder.path, '')
    expect(found.filter((verb) => offers.some(({ name }) => name === verb)).sort()).toEqual([...here, 'start'].sort())
    expect(found).not.toContain('undo')
  })

  test('what work can begin with, if anything was agreed on', async () => {
    const { path } = makeFolder({ ...standingAt('verified'), '.ai/collab/sessions/orders/state.json': '{' })
    expect(await offered(path, 'accio', '--from', '')).toEqual(['csv-export'])
    expect(await offered(path, 'next', '--from=')).toEqual(['--from=csv-export'])
    expect(await offered(path, 'new', '--from', 'x')).toEqual([])
    expect(await offered(makeFolder(standingAt('contracts')).path, 'accio', '--from', '')).toEqual([])
  })

  test('what can be written behind them', async () => {
    const { path } = makeFolder(standingAt('contracts_awaiting_human_review'))
    expect(await ofPlan(path, 'approve', '--as', '')).toEqual(['human'])
    expect(await ofPlan(path, 'revise', '--s')).toEqual(['--said'])
    expect(await ofPlan(path, 'artifact', '')).toEqual(['discovery', 'clarification', 'contracts'])
    expect(await ofPlan(path, 'autonomous', '')).toEqual(['on'])
    expect(await ofPlan(path, 'status', '--task', '')).toEqual(['csv-export'])
    expect(await ofPlan(path, 'replan', '--from', 'c')).toEqual(['clarification', 'contracts'])
    expect(await ofPlan(path, 'replan', '--from', 'v')).toEqual([])
    expect(await ofPlan(path, 'replan', '--trigger=t')).toEqual(['--trigger=testing_failed'])
    expect(await ofPlan(path, 'replan', '--preserve', 'discovery,c')).toEqual([
      'discovery,clarification',
      'discovery,contracts',
    ])
    expect(await ofPlan(path, 'submit', '')).toEqual([':file'])
    expect(await ofPlan(path, 'submit', 'x.json', '--ta')).toEqual(['--task'])
  })

  test('the skill to do now, the items, the tasks of the wave and how far they may be', async () => {
    const gathering = makeFolder(remembering('gather-goals', { workItems: [item(1, 'bugfix'), item(4, 'code')] })).path
    expect(await ofSession(gathering, 'complete-skill', '')).toEqual(['gather-session-goals'])
    expect(await ofSession(gathering, 'remove', '')).toEqual(['1', '4'])
    expect(await ofSession(gathering, 'classify', '4', '')).toEqual(['code', 'task', 'bugfix'])
    expect(await ofSession(gathering, 'add', 'x', '--type', 't')).toEqual(['task'])
    expect(await ofSession(gathering, 'next', '--session', '')).toEqual(['orders'])
    expect(await ofSession(gathering, '')).not.toContain('task')
    const waves = [wave(1, 'in_progress', ['header', 'completed'], ['rows', 'in_progress'])]
    const session = { workItems: [item(1, 'code')], waves, currentWave: 0 }
    const executing = makeFolder(remembering('execute-batch', session)).path
    expect(await ofSession(executing, '')).toContain('task')
    expect(await ofSession(executing, '')).not.toContain('add')
    expect(await ofSession(executing, 'task', '')).toEqual(['header', 'rows'])
    expect(await ofSession(executing, 'task', 'rows', '')).toEqual(['completed', 'failed'])
    expect(await ofSession(executing, 'cleanup', '')).toEqual(['archive', 'delete', 'keep'])
  })

  test('of the piece of work and in the folder that the line names', async () => {
    const { path } = makeFolder({
      ...standingAt('contracts'),
      '.ai/discovery/other/state.json': '{',
      'shop/.ai/.keep': '',
    })
    expect(await ofPlan(path, 'artifact', '--task', 'csv-export', '')).toEqual(['discovery', 'clarification'])
    expect(await ofPlan(path, 'artifact', '--cwd', 'shop', '')).toEqual(
      await ofPlan(path, 'artifact', '--cwd', 'shop', '--'),
    )
    expect(await offered(path, '--cwd', 'shop', 'discovery', '')).toEqual(['start'])
  })

  test('all of them where the state cannot be read', async () => {
    const { path } = makeFolder({ '.ai/discovery/other/state.json': '{' })
    expect(await ofPlan(path, '')).toEqual(
      expect.arrayContaining(['start', 'submit', 'approve', 'revise', 'replan', 'status']),
    )
  })
})

describe('a Tab', () => {
  test('writes nothing', async () => {
    const folder = makeRepository(finished)
    const before = snapshot(folder.path)
    await offered(folder.path, '')
    await offered(folder.path, 'finite', '')
    expect(snapshot(folder.path)).toEqual(before)
  })

  test.each<[what: string, args: string[]]>([
    ['nothing at all', []],
    ['no words', ['1']],
    ['no number', ['one', 'spell', 'l']],
    ['a broken one', ['1.5', 'spell', 'l']],
    ['words that are none', ['2', 'spell', '\u001b[31m\n\t', '\u0007']],
    ['names that every object has', ['2', 'spell', 'constructor', '__proto__']],
    ['ten thousand words', ['9999', ...Array(10_000).fill('--for')]],
  ])('after %s disturbs no one', async (_, args) => {
    const { stderr, exitCode } = spellHere(makeFolder().path, ['completion', '--words', ...args])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('is answered in the same way whatever the environment asks for', async () => {
    const { path } = makeFolder()
    const asked = ['completion', '--words', '1', 'spell', 'acc']
    const plain = spellHere(path, asked).stdout
    for (const env of [{ FORCE_COLOR: '1' }, { CI: '1' }, { TERM: 'dumb' }])
      expect(spellHere(path, asked, { env }).stdout).toBe(plain)
  })
})

const run = (...args: string[]) => spellHere(makeFolder().path, ['completion', ...args])

describe('spell completion', () => {
  test.each(shells)('prints the script for %s, and nothing else', (shell) => {
    const { stdout, stderr, exitCode } = run(shell)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout).toBe(readFileSync(`templates/completion/spell.${shell === 'powershell' ? 'ps1' : shell}`, 'utf8'))
    // What a shell reads may not depend on how it reads letters.
    expect(stdout).toMatch(/^[\n -~]+\n$/)
  })

  test('prints it as it is, whatever is asked of answers', () => {
    const { path } = makeFolder()
    const plain = spellHere(path, ['completion', 'bash']).stdout
    expect(spellHere(path, ['completion', 'bash'], { env: { FORCE_COLOR: '1' } }).stdout).toBe(plain)
    expect(spellHere(path, ['completion', 'bash', '--for', 'ai', '--quiet']).stdout).toBe(plain)
    const document = JSON.parse(spellHere(path, ['completion', 'bash', '--json']).stdout)
    const envelope = { schemaVersion: 1, kind: 'completion', ok: true, warnings: [] }
    expect(document).toEqual({ ...envelope, shell: 'bash', script: plain })
  })

  test.each([
    [[], 'Which shell?'],
    [['tcsh'], 'There is no completion for "tcsh".'],
    [['constructor'], 'There is no completion for "constructor".'],
  ])('with %j asks for a shell', (args, message) => {
    expect(run(...args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `spell: ${message} There is bash, zsh, fish, powershell.\n  fix: spell completion bash\n`,
    })
  })
})
