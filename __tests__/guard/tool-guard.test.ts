import { homedir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { commitsIn } from '../../src/guard/commits'
import type { ToolCall } from '../../src/guard/tool-call'
import { bare, judgeTool } from '../../src/guard/tool-guard'
import type { Texts } from '../../src/workflow/texts'
import { makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

describe('a command line', () => {
  test.each(['git commit', 'git "commit"', "git com'mit'", 'git c\\ommit'])('%s mentions a commit', (line) => {
    expect(bare(line).includes('commit')).toBe(true)
  })

  test('that is read no further has no commit in it, however it is quoted', () => {
    const part = fc.constantFrom('git ', 'com', 'mit', 'commit', '"', "'", '\\', '\n', ' ', ';', '$', '<<a')
    const line = fc.array(part, { maxLength: 9 }).map((parts) => `git ${parts.join('')}`)
    fc.assert(fc.property(line, (text) => bare(text).includes('commit') || commitsIn(text).length === 0))
  })
})

const atWork = () =>
  makeFolder({
    '.ai/spell.json': '{}',
    '.ai/task/state.json': '{}',
    '.ai/task/history.jsonl': '',
    '.ai/task/plan.md': '',
    '.ai/work/csv/notes/a.md': '',
    '.ai/work/csv/state.json': '{}',
  })
const judge = (call: ToolCall, { path: cwd } = atWork()) =>
  judgeTool(call, { cwd, env: { HOME: '/home/a' }, texts: () => ({}) as Texts })
const edit = (path: string, folder = atWork()) => judge({ do: 'edit', paths: [path] }, folder)
const run = (command: string) => judge({ do: 'run', command })

const ofHosts = [
  ...['.claude/settings.json', '.claude/settings.local.json', '.codex/hooks.json', '.cursor/hooks.json'],
  ...['.github/hooks/spell.json', '.gemini/settings.json', '.opencode/plugins/spell.js'],
  ...['.git/hooks/pre-commit', '.husky/pre-commit'],
]
const kept = [
  ...['.ai/spell.json', '.ai/task/state.json', '.ai/task/history.jsonl', '.ai/work/csv/proofs.jsonl'],
  ...['.ai/archive/2026-01-01/csv/history.jsonl', '.ai/discovery/orders/state.json'],
  ...['.git/spell-host', '.git/spell-id', '.ai/.local/spell-typed'],
]

describe('an edit', () => {
  test.each([...kept, ...ofHosts])('of %s is put to the developer, in words for each', async (path) => {
    expect(await edit(path)).toEqual({
      decision: 'ask',
      reason: expect.stringMatching(`^${path.replaceAll('.', '\\.')} .*That is the developer's: `),
      developer: expect.stringMatching(`^The agent wants to change ${path.replaceAll('.', '\\.')}, which `),
    })
  })

  test.each([
    '.ai/task/plan.md',
    'src/state.json',
    'history.jsonl',
    '.claude/commands/a.md',
    '.git/config',
    '.vscode/settings.json',
  ])('of %s is not', async (path) => {
    expect(await edit(path)).toBeUndefined()
  })

  test.each(ofHosts)('of %s where there is no work is not', async (path) => {
    expect(await edit(path, makeFolder())).toBeUndefined()
  })

  testOnPosix('of what the account keeps is, wherever that is', async () => {
    expect(await edit(join(homedir(), '.local/state/spell/words/a.json'))).toMatchObject({ decision: 'ask' })
    const named = '/elsewhere/spell/allowed/0123456789abcdef0123456789abcdef.json'
    expect(await edit(named)).toMatchObject({ decision: 'ask' })
    expect(await edit(join(homedir(), '.local/state/spell-other/a.json'))).toBeUndefined()
  })
})

describe('a command', () => {
  // biome-ignore format: in one paragraph
  test.each([
    "echo '{}' > .ai/task/state.json", 'cd .ai/task && printf x >> history.jsonl', '{ echo a; echo b; } >| .ai/spell.json',
    'tee -a .ai/task/history.jsonl < a', "sed -i 's/a/b/' .ai/task/state.json", "sed -i.bak -e 's/a/b/' .ai/spell.json",
    'rm -f .ai/task/state.json', 'rm -rf .ai/task', 'rm -r .ai', 'rm .ai/task/*', 'rm .ai/task/hist*', 'mv .ai/task/state.json /tmp/x',
    'mv /tmp/state.json .ai/task', 'cp /tmp/s .ai/task/state.json', 'cp /tmp/state.json .ai/task/', 
    'dd if=/dev/null of=.ai/task/state.json', 'perl -pi -e s/a/b/ .ai/task/history.jsonl', 'sudo rm .git/hooks/pre-commit',
    "bash -c 'cat x > .claude/settings.json'", 'touch .git/spell-typed', 'truncate -s 0 ".ai/task/history".jsonl',
    'cat > .ai/task/state.json <<E\n{}\nE', 'ls && (cd .ai && rm spell.json)', 'ln -sf /dev/null .gemini/settings.json',
  ])('%s that writes what spell keeps is put to the developer', async (command) => {
    expect(await run(command)).toMatchObject({ decision: 'ask' })
  })

  // biome-ignore format: in one paragraph
  test.each([
    'cat .ai/task/state.json', 'cp .ai/task/state.json /tmp/x', "sed -n 's/a/b/p' .ai/task/state.json", 'rm -rf dist', 'rm .ai/task/*.md',
    'grep spell .claude/settings.json > out.txt', "sed -i 's/a/b/' .ai/task/plan.md", 'rm -r .ai/work/csv/notes', 'cat < .ai/spell.json',
    'diff .ai/task/state.json x 2>/dev/null', 'git add .ai/task/state.json', 'mv a.md .ai/task/', 'spell accio > answer.md',
  ])('%s is not', async (command) => {
    expect(await run(command)).toBeUndefined()
  })

  testOnPosix('that writes what the account keeps is', async () => {
    const folder = join(homedir(), '.local/state/spell')
    for (const command of [
      `rm -rf ${folder}/words`,
      `echo {} > ${folder}/words/a.json`,
      `cd ${folder} && rm words/a.json`,
    ])
      expect(await run(command)).toMatchObject({
        decision: 'ask',
        developer: expect.stringContaining('said and allowed'),
      })
  })
})

describe('a subagent', () => {
  const asked = (command: string) => judge({ do: 'run', command, isSubagents: true })

  test('makes no step, and is told whom to report to', async () => {
    expect(await asked('spell accio')).toEqual({
      decision: 'deny',
      reason: expect.stringMatching(/^`spell accio` is not for a subagent: .* Report to that one\.$/),
      developer: expect.stringContaining('A subagent wants to run `spell accio`'),
    })
    expect(await run('spell accio')).toBeUndefined()
  })

  test('may look', async () => {
    expect(await asked('spell lumos --for ai')).toBeUndefined()
  })
})
