import type { AgentTexts } from '../../src/agents/texts'
import { otherCommands } from '../../src/cli/commands'
import { spells } from '../../src/cli/spell'
import type { HookTexts } from '../../src/hooks/texts'
import { states } from '../../src/workflows/engineer/states'
import { castIn, standing } from '../support/casting'
import { makeFolder } from '../support/folder'
import { makeRepository, spell } from '../support/program'
import { snapshot } from '../support/snapshot'

/** What is offered where the last of the words is being written. */
function offered(cwd: string, ...words: readonly string[]): readonly string[] {
  const { stdout, stderr, exitCode } = spell(cwd, ['completion', '--words', String(words.length), 'spell', ...words])
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}
const others = otherCommands.map(({ name }) => name)
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
    expect(offered(folder.path, '')).toEqual([...available, ...others])
  })

  test('by the plain word too, for who begins with it', () => {
    expect(offered(makeFolder(standing('PR_GATHERING_COMMENTS_G')).path, 'le')).toEqual(['leave'])
    expect(offered(makeFolder(finished).path, 'le')).toEqual([])
  })

  test('before the first of them, too', () => {
    expect(offered(makeRepository().path, '')).toEqual(['accio', 'lumos', ...others])
  })

  test('and says what each would do, in plain words', () => {
    const { stdout } = spell(makeRepository().path, ['completion', '--words', '1', 'spell', 'acc'])
    expect(stdout).toBe('accio\topens .ai/task/context.md, where you say what the work is about.\n')
  })

  test('in the folder that the line names', () => {
    const folder = makeRepository({ ...finished, 'my shop/.ai/.keep': '', 'a file': '' })
    expect(offered(folder.path, 'fin')).toEqual(['finite'])
    expect(offered(folder.path, '--cwd', 'my shop', 'fin')).toEqual([])
    expect(offered(folder.path, '--cwd=my shop', 'acc')).toEqual(['accio'])
    for (const wrong of ['nowhere', 'a file']) expect(offered(folder.path, '--cwd', wrong, 'lum')).toEqual([])
  })

  test('also where that is below the own folder of the user', () => {
    const home = makeRepository({ 'shop/.ai/.keep': '' })
    const asked = ['completion', '--words', '3', 'spell', '--cwd', '~/shop', 'acc']
    expect(spell('/', asked, { env: { HOME: home.path } }).stdout).toMatch(/^accio\t/)
  })

  test('where the state cannot be read none, but all that helps', () => {
    for (const broken of [{ '.ai/task/state.json': '{' }, { ...finished, '.ai/spell.json': '{' }]) {
      expect(offered(makeFolder(broken).path, '')).toEqual(others)
    }
  })
})

describe('of everything else it offers all:', () => {
  test.each(Object.entries(spells))('the options of %s, also by its plain word', (name, { alias }) => {
    const { path } = makeFolder()
    expect(offered(path, name, '--no')).toEqual(['--note', '--note-file', '--no-color'])
    expect(offered(path, alias, '--')).toEqual(offered(path, name, '--'))
  })

  test.each([
    ['completion', ['bash', 'zsh', 'fish', 'powershell']],
    ['guard', ['pre-commit', 'prepare-commit-msg', 'tool']],
    ['verify', ['engineer', 'discovery', 'collab']],
    ['override', [...states]],
  ])('what %s can be asked for', (name, choices) => {
    expect(offered(makeFolder().path, name, '')).toEqual(choices)
  })

  test('what init knows: every agent, and everything that runs hooks', async () => {
    const agents = (await import('../../src/agents/agents')).agents({ texts: {} as AgentTexts, spells: [] })
    const runners = (await import('../../src/hooks/runners')).hookRunners({} as HookTexts)
    const { path } = makeFolder()
    const names = (adapters: readonly { readonly name: string }[]) => [...adapters.map(({ name }) => name), 'none']
    expect(offered(path, 'init', '--agents', '')).toEqual(names(agents))
    expect([...offered(path, 'init', '--guard', '')].sort()).toEqual(names(runners).sort())
  })
})

describe('a Tab', () => {
  test('writes nothing', () => {
    const folder = makeRepository(finished)
    const before = snapshot(folder.path)
    offered(folder.path, '')
    offered(folder.path, 'finite', '')
    expect(snapshot(folder.path)).toEqual(before)
  })

  test.each<[what: string, args: string[]]>([
    ['nothing at all', []],
    ['no words', ['1']],
    ['no number', ['one', 'spell', 'l']],
    ['a number beyond the words', ['9', 'spell', 'lumos', '--for']],
    ['one before them', ['-1', 'spell', 'l']],
    ['a broken one', ['1.5', 'spell', 'l']],
    ['words that are none', ['2', 'spell', '\u001b[31m\n\t', '\u0007']],
    ['names that every object has', ['2', 'spell', 'constructor', '__proto__']],
    ['ten thousand words', ['9999', ...Array(10_000).fill('--for')]],
  ])('after %s disturbs nobody', (_, args) => {
    const { stderr, exitCode } = spell(makeFolder().path, ['completion', '--words', ...args])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('is answered in the same way whatever the environment asks for', () => {
    const { path } = makeFolder()
    const asked = ['completion', '--words', '1', 'spell', 'acc']
    const plain = spell(path, asked).stdout
    for (const env of [{ FORCE_COLOR: '1' }, { CI: '1' }, { TERM: 'dumb' }]) {
      expect(spell(path, asked, { env }).stdout).toBe(plain)
    }
  })
})
