import { readFileSync } from 'node:fs'
import { otherCommands } from '../../../src/entry/commands'
import { shells } from '../../../src/entry/completion/completion.command'
import { groups } from '../../../src/entry/groups'
import { agentNames } from '../../../src/install/agents/agents'
import type { HookTexts } from '../../../src/install/hook-managers/hook-line'
import { spells } from '../../../src/workflows/engineer/spells'
import { states } from '../../../src/workflows/engineer/states'
import { castIn, standing } from '../../support/casting'
import { standingAt } from '../../support/discovery-plan'
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

describe('of a workflow it offers', () => {
  const folder = () =>
    makeFolder({ ...standingAt('contracts'), '.ai/collab/sessions/orders/state.json': '{', 'shop/.ai/.keep': '' }).path

  test('its commands, their options and their values', async () => {
    const path = folder()
    expect(await offered(path, 'discovery', 're')).toEqual(['revise', 'replan'])
    expect(await offered(path, 'discovery', 'revise', '--s')).toEqual(['--said'])
    expect(await offered(path, 'discovery', 'replan', '--trigger=t')).toEqual(['--trigger=testing_failed'])
    expect(await offered(path, 'discovery', 'submit', '')).toEqual([':file'])
    expect(await offered(path, 'collab', 'add', 'x', '--type', 't')).toEqual(['task'])
    expect(await offered(path, 'collab', 'cleanup', '')).toEqual(['archive', 'delete', 'keep'])
  })

  test('the names of its pieces of work', async () => {
    const path = folder()
    expect(await offered(path, 'discovery', 'status', '--task', '')).toEqual(['csv-export'])
    expect(await offered(path, 'collab', 'next', '--session', '')).toEqual(['orders'])
    expect(await offered(path, 'discovery', 'status', '--cwd', 'shop', '--task', '')).toEqual([])
    expect(await offered(path, 'lumos', '--work', '')).toEqual(expect.arrayContaining(['csv-export', 'orders']))
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
