import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import { workflows } from '../../src/workflows/registry'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { hasTerminal, inTerminal, key } from '../support/packed-in-terminal'
import { spellHere } from '../support/packed-program'

const contentsOf = ({ path }: Folder): Record<string, string> =>
  Object.fromEntries(
    filesUnder(path, '.')
      .filter((file) => !/^\.\/(\.ai\/\.local|\.git\/(?!hooks\/))/.test(file))
      .map((file) => [file, readFileSync(join(path, file), 'latin1')]),
  )
const choicesOf = (folder: Folder) => JSON.parse(folder.read('.ai/installed.json')).choices
const init = (folder: Folder, ...args: string[]) => spellHere(folder.path, ['init', ...args])

test('without a terminal nothing is asked and nothing written, and the message names the flag', () => {
  const folder = makeRepository({ 'CLAUDE.md': '# Rules\n' })
  const before = contentsOf(folder)
  expect(init(folder)).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/--dry-run.*\n {2}fix: spell init --yes\n$/),
    exitCode: 2,
  })
  expect(contentsOf(folder)).toEqual(before)
})

test('with the first Accio it writes at most 1,000 words for people and agents', () => {
  const folder = makeRepository({})
  init(folder, '--yes', '--agents', 'claude')
  spellHere(folder.path, ['accio'])
  const texts = Object.entries(contentsOf(folder)).filter(([path]) => path.endsWith('.md'))
  expect(texts.map(([path]) => path)).toContain('./.ai/plan-guide.md')
  const words = texts.map(([, text]) => text.split(/\s+/).filter((word) => /\w/.test(word)).length)
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1_000)
})

test('a dry run lists what would be written, and writes nothing', () => {
  const folder = makeRepository({ 'CLAUDE.md': '# Rules\n' })
  const before = contentsOf(folder)
  const { stdout, exitCode } = init(folder, '--dry-run')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^This would be written:\n\n- git itself, new: `\.git\/hooks\/pre-commit`\n/)
  expect(stdout).toContain('- Claude Code, new: `.claude/skills/spell/SKILL.md`, `.claude/commands/accio.md`, ')
  const hooks =
    /\n\nThe hooks show where the work is, .* ask spell before an edit, a command or a commit\. It can refuse that\.\n$/
  expect(stdout).toMatch(hooks)
  expect(init(folder, '--dry-run', '--guard', 'none').stdout).toMatch(
    / before an edit or a command\. It can refuse that\.\n$/,
  )
  expect(contentsOf(folder)).toEqual(before)
})

test('with --yes it takes what the repository shows, and says what to open and to say', () => {
  const folder = makeRepository({ 'CLAUDE.md': '# Rules\n' })
  const { stdout, exitCode } = init(folder, '--yes')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/\nCommit these files, except git’s hook\. Open Claude Code and say: accio\n$/)
  expect(choicesOf(folder)).toEqual({ agents: ['claude'], guard: 'git' })
  expect(spellHere(folder.path, ['accio']).exitCode).toBe(0)
})

test.each([
  ['claude', 6],
  ['claude,codex,cursor,copilot,gemini,opencode', 20],
])('for %s a repository gets at most %i files, each named before it is written', (agents, most) => {
  const folder = makeRepository()
  const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const announced = named(init(folder, '--dry-run', '--agents', agents).stdout)
  init(folder, '--yes', '--agents', agents)
  const written = git(folder, 'ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)
  expect(written.length).toBeLessThanOrEqual(most)
  expect(announced.filter((path) => !path.startsWith('.git/')).sort()).toEqual(written.sort())
  expect(folder.read('.ai/installed.json').split('\n').length).toBeLessThanOrEqual(80)
})

test('agents that read the same folder of skills share one', () => {
  const skillsFor = (agents: string) => {
    const folder = makeRepository()
    init(folder, '--yes', '--agents', agents)
    return Object.keys(contentsOf(folder)).filter((path) => path.endsWith('SKILL.md'))
  }
  expect(skillsFor('claude,cursor,copilot,opencode')).toEqual(['./.claude/skills/spell/SKILL.md'])
  expect(skillsFor('codex,cursor,gemini')).toEqual(['./.agents/skills/spell/SKILL.md'])
})

describe.each(workflows)('where $name is the workflow of the repository', ({ name, begin }) => {
  const isOther = name !== 'engineer'
  const lumos = (folder: Folder, ...args: string[]) => spellHere(folder.path, ['lumos', ...args]).stdout
  const shown = (command: string) => (isOther ? `\`${command}\`` : '**Accio**')

  test('init, Lumos and the reminder say its first command, and that of no other', () => {
    const folder = makeRepository({ '.ai/spell.json': JSON.stringify({ version: 1, workflow: name }) })
    const last = init(folder, '--yes', '--agents', 'claude').stdout.trimEnd().split('\n').at(-1)
    expect(last).toBe(
      `Commit these files, except git’s hook. ${isOther ? `The first command: \`${begin}\`` : 'Open Claude Code and say: accio'}`,
    )
    const all = [lumos(folder), lumos(folder, '--brief', '--hook', 'claude'), spellHere(folder.path, ['status']).stdout]
    expect(all[0]).toContain(shown(begin))
    for (const text of isOther ? all : []) {
      expect(text).toContain(begin)
      expect(text).not.toMatch(/accio|expecto|reparo|reverto|finite|lumos/i)
    }
  })
})

describe('if no agent is detected', () => {
  test('what any agent reads is written, and it says what is not set up', () => {
    const folder = makeRepository()
    const { stdout } = init(folder, '--yes', '--guard', 'none')
    expect(choicesOf(folder).agents).toEqual(['agents'])
    expect(folder.read('AGENTS.md')).toContain('## Working with spell')
    expect(stdout).toContain('This is for any agent that reads AGENTS.md')
    expect(stdout).toContain('`spell init --agents LIST`, with any of `claude,codex,cursor,copilot,gemini,opencode`')
  })

  test('the agent that runs it is set up, by the variable that it sets', () => {
    const folder = makeRepository()
    const { stdout } = spellHere(folder.path, ['init', '--yes'], { env: { GEMINI_CLI: '1' } })
    expect(choicesOf(folder).agents).toEqual(['gemini'])
    expect(stdout).not.toContain('No agent')
  })

  test('and none is wanted, it says so, and how to set some up', () => {
    const { stdout } = init(makeRepository(), '--yes', '--agents', 'none')
    expect(stdout).toContain('No agent is set up. To set some up: `spell init --agents LIST`')
  })
})

test('outside git it says that commits are not guarded', () => {
  const folder = makeFolder()
  const { stdout, exitCode } = init(folder, '--yes')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('This is not a git repository, so commits are not guarded.')
  expect(init(makeRepository(), '--yes').stdout).not.toContain('not a git repository')
})

test('where work is in progress it says how to look at that, not how to begin', () => {
  const folder = makeRepository()
  spellHere(folder.path, ['accio'])
  expect(init(folder, '--yes').stdout).toMatch(
    /\nCommit these files, except git’s hook\. To see the state of the work: `spell lumos`\n$/,
  )
})

test('in an idle repository agents are told that other requests are the developer’s', () => {
  const folder = makeRepository()
  init(folder, '--yes')
  for (const args of [
    ['lumos', '--for', 'ai'],
    ['lumos', '--for', 'ai', '--brief'],
  ])
    expect(spellHere(folder.path, args).stdout).toMatch(/nothing is in progress here/i)
  expect(spellHere(folder.path, ['lumos', '--for', 'ai']).stdout).toContain("other requests are the developer's")
  spellHere(folder.path, ['accio'])
  expect(spellHere(folder.path, ['lumos', '--for', 'ai', '--brief']).stdout).not.toContain('nothing is in progress')
})

test('what agents may run unasked stands beside the rules of the team, and goes as it came', () => {
  const rules = '{\n  "permissions": { "allow": ["Bash(npm test)"] }\n}\n'
  const folder = makeRepository({ '.claude/settings.json': rules })
  const allowed = () => JSON.parse(folder.read('.claude/settings.json')).permissions.allow
  init(folder, '--yes', '--agents', 'claude')
  expect(allowed()).toEqual(['Bash(npm test)'])
  init(folder, '--yes', '--permit', 'yes')
  const ours = ['Bash(spell lumos:*)', 'Bash(spell prove:*)']
  expect(allowed()).toEqual(['Bash(npm test)', ...ours])
  expect(spellHere(folder.path, ['update']).stdout).toBe('Everything is up to date.\n')
  init(folder, '--yes', '--permit', 'no')
  expect(allowed()).toEqual(['Bash(npm test)'])
  init(folder, '--yes', '--permit', 'yes')
  spellHere(folder.path, ['uninstall', '--yes'])
  expect(folder.read('.claude/settings.json')).toBe(rules)
})

test('again, it changes nothing', () => {
  const folder = makeRepository()
  init(folder, '--yes', '--agents', 'claude,codex,cursor,copilot,gemini,opencode')
  const before = contentsOf(folder)
  expect(init(folder, '--yes').stdout).toMatch(/^Already set up: nothing to change\.\n/)
  expect(spellHere(folder.path, ['update']).stdout).toBe('Everything is up to date.\n')
  expect(spellHere(folder.path, ['doctor']).exitCode).toBe(0)
  expect(contentsOf(folder)).toEqual(before)
})

test.each([
  [['--agents', 'cloude'], 'unknown-agent', 'spell init --agents claude'],
  [['--guard', 'huskey'], 'unknown-guard', 'spell init --guard husky'],
])('%j is refused with the nearest name', (args, code, fix) => {
  const { stdout, exitCode } = init(makeRepository(), '--yes', '--json', ...args)
  expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 2, code, fix })
})

describe('in a fresh clone', () => {
  test('--hooks sets up what the team has chosen', () => {
    const folder = makeRepository()
    init(folder, '--yes', '--agents', 'codex')
    const clone = makeRepository({ '.ai/installed.json': folder.read('.ai/installed.json') })
    expect(init(clone, '--hooks').stdout).toContain('- git itself, new: `.git/hooks/pre-commit`\n')
    expect(existsSync(join(clone.path, 'AGENTS.md'))).toBe(false)
    expect(clone.read('.ai/installed.json')).toBe(folder.read('.ai/installed.json'))
  })

  test('--hooks is told if nothing was chosen, and content if there is no git', () => {
    expect(init(makeRepository(), '--hooks', '--json')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('"not-installed"'),
    })
    expect(init(makeFolder(), '--hooks').exitCode).toBe(0)
  })
})

const describeWhere = hasTerminal ? describe : describe.skip
describeWhere('in a terminal (needs script of util-linux)', () => {
  const agents = 'Which agents work here?'
  const write = 'Write this?'

  test('uninstall asks before it removes, and says what goes', async () => {
    const folder = makeRepository({ 'package.json': '{ "devDependencies": { "spell-cli": "*" } }' })
    init(folder, '--yes', '--agents', 'claude')
    const before = contentsOf(folder)
    const asked = 'Remove this?'
    const refused = await inTerminal(folder.path, ['uninstall'], [[asked, 'n\r']])
    expect(refused).toMatchObject({ exitCode: 3, text: expect.stringContaining('.ai/installed.json') })
    expect(contentsOf(folder)).toEqual(before)
    const { exitCode } = await inTerminal(folder.path, ['uninstall'], [[asked, key.enter]])
    expect({ exitCode, isThere: existsSync(join(folder.path, '.claude')) }).toEqual({ exitCode: 0, isThere: false })
  })

  test('it asks what it cannot know, shows what it will write, and writes it', async () => {
    const folder = makeRepository({ '.cursor/rules/a.mdc': '' })
    const { text, exitCode } = await inTerminal(
      folder.path,
      ['init'],
      [
        [agents, key.enter],
        [write, key.enter],
      ],
    )
    expect(exitCode).toBe(0)
    expect(text).toMatch(/This would be written:\n\n(?:• .*\n)*• Cursor, new: AGENTS\.md, /)
    expect(text).toMatch(/\n✓ spell is set up\.\n\n/)
    expect(text.match(/\.ai\/installed\.json/g)).toHaveLength(1)
    expect(choicesOf(folder)).toEqual({ agents: ['cursor'], guard: 'git' })
  })

  test('it shows what it would write for all agents on one screen, by agent, with what the hooks do', async () => {
    const titles = ['Claude Code', 'Codex', 'Cursor', 'GitHub Copilot', 'Gemini CLI', 'OpenCode']
    const all = 'claude,codex,cursor,copilot,gemini,opencode'
    const { text } = await inTerminal(makeRepository().path, ['init', '--dry-run', '--agents', all])
    for (const title of titles) expect(text).toContain(`\n• ${title}, new: `)
    expect(text).toMatch(/\n\nThe hooks show where the work is, [^?]+ or a commit\. It can\srefuse that\.\n/)
    // Of 24 rows the question takes one, and the cursor may stand below it.
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(22)
  })

  test('it asks what agents may run unasked, if their settings can say so; yes is proposed', async () => {
    const folder = makeRepository({ 'CLAUDE.md': '' })
    const dialogue = [
      ['May agents run lumos and prove without asking?', key.enter] as const,
      [write, key.enter] as const,
    ]
    await inTerminal(folder.path, ['init', '--agents', 'claude'], dialogue)
    expect(choicesOf(folder)).toMatchObject({ permit: true })
    expect(folder.read('.claude/settings.json')).toContain('"Bash(spell prove:*)"')
  })

  test('it asks who runs the hooks only where more than one could', async () => {
    const folder = makeRepository({ '.husky/pre-commit': 'true\n', 'lefthook.yml': '' })
    const { text } = await inTerminal(
      folder.path,
      ['init', '--agents', 'none'],
      [
        ['What runs the hooks of git here?', key.down + key.enter],
        [write, `n${key.enter}`],
      ],
    )
    expect(text).toContain('lefthook.yml')
    expect(existsSync(join(folder.path, '.ai'))).toBe(false)
  })

  test('Ctrl-C writes nothing', async () => {
    const dialogue = [[agents, key.enter] as const, [write, key.ctrlC] as const]
    const folder = makeRepository()
    const before = contentsOf(folder)
    expect((await inTerminal(folder.path, ['init'], dialogue)).exitCode).toBe(3)
    expect(contentsOf(folder)).toEqual(before)
  })
})
