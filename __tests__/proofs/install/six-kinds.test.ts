import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { AgentName } from '../../../src/install/agents/agents'
import { loadAgent } from '../../../src/install/agents/agents'
import { standing } from '../../support/casting'
import { entriesIn, type Folder, makeFolder, makeRepository, plainEnv, snapshot } from '../../support/folder'
import { packed, programs } from '../../support/packed'
import { program } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'
import { repository as home } from '../../support/source-files'

// What init writes, in kinds of repository, with their own package managers and hook managers: each hook and launcher is
// started and does what it says, commits wait by the state of their worktree, and uninstall gives every byte back. Nothing is
// fetched: spell is the packed file.

const [tarball = ''] = readdirSync(packed).filter((name) => name.endsWith('.tgz'))
const spellFile = join(packed, tarball)
const peer = (path: string) => join(home, 'scripts/peers/node_modules', path)
const managers = { pnpm: peer('pnpm/bin/pnpm.cjs'), yarn: peer('yarn/bin/yarn.js'), lefthook: peer('.bin/lefthook') }
const manifest = (more: object) =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', private: true, ...more }, null, 2)}\n`
const workspace = {
  'packages/a/package.json': manifest({ name: '@shop/a' }),
  'packages/b/package.json': manifest({ name: 'b' }),
}
/** What the team's own hook says, which still decides: it fails when it is asked to. */
const lint = '[ -z "$FAIL" ]'
const precommit = `repos:
- repo: local
  hooks:
  - {id: lint, name: lint, entry: "sh -c '[ -z $FAIL ]'", language: system}
# The end.
`
const everyAgents = ['CLAUDE.md', 'AGENTS.md', '.cursor/rules/a.mdc', '.github/copilot-instructions.md', 'GEMINI.md']

interface Kind {
  readonly files: Readonly<Record<string, string>>
  /** Brings spell and the hook manager. */
  readonly install?: string
  /** Where the program is called, and how. */
  readonly from?: string
  readonly call: string
  readonly launcher?: string
  readonly agents: readonly AgentName[]
  /** Whether the team has a hook of its own. */
  readonly decides?: true
}

const kinds: Readonly<Record<string, Kind>> = {
  'npm with Husky': {
    files: { 'package.json': manifest({ scripts: { prepare: 'husky' } }), '.husky/pre-commit': `${lint}\n` },
    install: `npm install --offline --ignore-scripts -D '${spellFile}' '${join(home, 'node_modules/husky')}' && npx --no -- husky`,
    call: 'npx --no -- spell',
    agents: ['claude', 'codex'],
    decides: true,
  },
  'a package of a pnpm monorepo': {
    files: { 'package.json': manifest({}), 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n', ...workspace },
    install: `cd packages/a && pnpm add --offline --ignore-scripts -D '${spellFile}'`,
    from: 'packages/a',
    call: 'pnpm exec spell',
    launcher: 'pnpm --filter @shop/a exec spell',
    agents: ['claude', 'cursor'],
  },
  'a package of a yarn monorepo': {
    files: { 'package.json': manifest({ workspaces: ['packages/*'] }), ...workspace },
    install: `cd packages/a && yarn add --offline --ignore-scripts -D '${spellFile}'`,
    from: 'packages/a',
    call: 'yarn --silent spell',
    launcher: 'yarn workspace @shop/a spell',
    agents: ['codex', 'gemini'],
  },
  'a package of an npm workspace': {
    files: { 'package.json': manifest({ workspaces: ['packages/*'] }), ...workspace },
    install: `npm install --offline --ignore-scripts -w @shop/a -D '${spellFile}'`,
    from: 'packages/a',
    call: 'npx --no -- spell',
    launcher: 'npm exec --no --workspace @shop/a -- spell',
    agents: ['claude', 'copilot'],
  },
  yarn: {
    files: { 'package.json': manifest({}) },
    install: `yarn add --offline --ignore-scripts -D '${spellFile}'`,
    call: 'yarn --silent spell',
    launcher: 'yarn spell',
    agents: ['gemini', 'copilot'],
  },
  'Python with pre-commit': {
    files: { 'pyproject.toml': '[project]\nname = "shop"\n', '.pre-commit-config.yaml': precommit },
    call: 'spell',
    agents: ['codex', 'cursor'],
    decides: true,
  },
  'Rust with a hook of its own': {
    files: { 'Cargo.toml': '[package]\nname = "shop"\n', '.git/hooks/pre-commit': `#!/bin/sh\n${lint}\n` },
    call: 'spell',
    agents: ['claude', 'gemini'],
    decides: true,
  },
  'Go with hooks in a folder of the team': {
    files: { 'go.mod': 'module shop\n', 'team/pre-commit': `#!/bin/sh\n${lint}\n` },
    install: 'chmod +x team/pre-commit && git config core.hooksPath team',
    call: 'spell',
    agents: ['codex', 'copilot'],
    decides: true,
  },
  "every agent's files, and Lefthook": {
    files: {
      ...Object.fromEntries(everyAgents.map((path) => [path, 'Be kind.'])),
      'opencode.json': '{}',
      'lefthook.yml': 'pre-commit:\n  commands:\n    lint: # always\n      run: \'[ -z "$FAIL" ]\'\n',
    },
    call: 'spell',
    agents: ['claude', 'codex', 'cursor', 'copilot', 'gemini', 'opencode'],
    decides: true,
  },
}

/** A repository of that kind, in a path with a space, and a shell that finds only what its developers have. */
function make({ files, install = 'true', call }: Kind) {
  const repository = makeRepository({ '.gitignore': 'node_modules\n', 'src/deep/app.txt': '', ...files })
  const bin = makeFolder()
  for (const [name, path] of Object.entries(managers)) symlinkSync(path, join(bin.path, name))
  if (files['.git/hooks/pre-commit']) chmodSync(join(repository.path, '.git/hooks/pre-commit'), 0o755)
  const folders = [bin.path, ...(call === 'spell' ? [programs] : []), dirname(process.execPath), plainEnv.PATH]
  const user = makeFolder()
  const env = {
    ...{ ...plainEnv, PATH: folders.join(delimiter), HOME: user.path, YARN_CACHE_FOLDER: join(user.path, 'yarn') },
    ...{ CLAUDE_PROJECT_DIR: repository.path, npm_config_cache: join(user.path, 'npm'), XDG_DATA_HOME: user.path },
  }
  const run = (line: string, cwd = '', input: object = {}) => {
    const ran = spawnSync('sh', ['-c', line], {
      cwd: join(repository.path, cwd),
      env,
      input: JSON.stringify(input),
      encoding: 'utf8',
    })
    return { code: ran.status, said: ran.stdout + ran.stderr }
  }
  expect(run(install)).toMatchObject({ code: 0 })
  return { ...repository, run }
}

/** All but what package managers, git and the work itself have written. */
const own = ({ path }: Folder) =>
  Object.fromEntries(Object.entries(snapshot(path)).filter(([name]) => !/(^|\/)node_modules\/|^\.ai(\/|$)/.test(name)))

/** The command lines in the settings of agents. */
function linesIn({ path, read }: Folder): { file: string; line: string }[] {
  const inside = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value as object) ?? {}).flatMap(inside)
  return entriesIn(path)
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .filter((file) => /^\.(claude|codex|cursor|gemini)\/\w+\.json$|^\.github\/hooks\/.*\.json$/.test(file))
    .flatMap((file) => inside(JSON.parse(read(file))).map((line) => ({ file, line })))
    .filter(({ line }) => /\bspell /.test(line) && !line.endsWith('; exit 0'))
}

/** An edit in the form of each host. */
const edit = { file_path: 'src/deep/app.txt', content: 'x' }
const editOf = (file: string) =>
  file.startsWith('.github')
    ? { toolName: 'edit', toolArgs: JSON.stringify({ path: edit.file_path }) }
    : { tool_name: file.startsWith('.gemini') ? 'write_file' : 'Write', tool_input: edit }

describeOnPosix.each(Object.entries(kinds))('%s', (_, kind) => {
  const { from = '', call, launcher = call, agents, decides = false } = kind

  test('what init writes works, in the root and below it, and goes again without a trace', async () => {
    const team = make(kind)
    const before = own(team)
    const hook = () => team.run('cat .git/hooks/pre-commit').said
    const hookBefore = hook()
    const isDetected = agents.length > 2
    const init = team.run(`${call} init --yes ${isDetected ? '' : `--agents ${agents.join(',')}`}`, from)
    expect(init).toEqual({ code: 0, said: expect.not.stringMatching(/printed|finds no|by hand/) })
    expect(JSON.parse(team.read('.ai/installed.json')).choices.agents).toEqual(agents)
    expect(team.run(`${launcher} doctor`)).toMatchObject({ code: 0 })

    const settings = { version: 1, guard: { editsOnlyIn: ['ACHIEVE_TASK_EXECUTED'] } }
    team.write({ ...standing('PR_APPLIED_PENDING_ARCHIVE_G'), '.ai/spell.json': JSON.stringify(settings) })
    for (const name of agents) {
      const { startsHooksInRoot } = await loadAgent(name)
      const folder = { copilot: '.github', agents: '.ai' }[name as string] ?? `.${name}`
      const lines = linesIn(team).filter(({ file }) => file.startsWith(folder))
      expect({ name, hooks: lines.length > 0 }).toEqual({ name, hooks: name !== 'opencode' })
      for (const cwd of startsHooksInRoot ? [''] : ['', 'src/deep'])
        for (const [index, { file, line }] of lines.entries()) {
          const { code, said } = team.run(line, cwd, { session_id: `${cwd} ${index}`, ...editOf(file) })
          expect({ line, cwd, code, said }).toMatchObject({ code: 0, said: expect.stringMatching(saysIn(line)) })
        }
    }
    for (const cwd of ['', 'src/deep'])
      expect(team.run(`${launcher} lumos --for ai`, cwd)).toEqual({
        code: 0,
        said: expect.stringContaining('## Response to the AI'),
      })

    const commit = () => team.run('git add . && git commit -m Begin')
    const blocked = { code: 1, said: expect.stringContaining('Commit blocked') }
    expect(commit()).toEqual(blocked)
    // The guard is skipped once, the hook of the team never.
    const skip = (more = '') => team.run(`${more} SPELL_GUARD=0 git commit -m Skip`).code
    if (decides) expect(skip('FAIL=1')).toBe(1)
    expect(skip()).toBe(0)
    // A worktree has a state of its own.
    expect(team.run('git worktree add -q .git/beside')).toMatchObject({ code: 0 })
    team.remove('.ai/task')
    expect(commit()).toMatchObject({ code: 0 })
    if (call === 'spell')
      expect(team.run('touch a && git add a && git commit -m Beside', '.git/beside')).toEqual(blocked)
    expect(team.run('git worktree remove --force .git/beside')).toMatchObject({ code: 0 })
    expect(team.run(`${launcher} uninstall`)).toMatchObject({ code: 0 })
    expect(own(team)).toEqual(before)
    if (hookBefore.startsWith('#!')) expect(hook()).toBe(hookBefore)
  })
})

const saysIn = (line: string): RegExp => {
  if (/ guard tool /.test(line)) return /nothing outside \.ai\/ is edited now/
  if (/ lumos /.test(line)) return /State: /
  return / statusline /.test(line) ? /\S/ : /^$/
}

describeOnPosix('where nothing can work', () => {
  test('init in a package that no command leads to writes nothing, and says why', () => {
    const team = make({
      files: { 'web/package.json': manifest({ devDependencies: { 'spell-cli': '*' } }) },
      call: 'spell',
      agents: [],
    })
    const before = own(team)
    expect(team.run('spell init --yes', 'web')).toEqual({
      code: 3,
      said: expect.stringMatching(/package of web, .*\n {2}fix: install spell in the root/),
    })
    expect(own(team)).toEqual(before)
  })

  test('a program that does not end is not waited for', () => {
    const team = make({ files: {}, call: 'spell', agents: [] })
    const stuck = makeFolder({ spell: '#!/bin/sh\nexec tail -f /dev/null\n' })
    chmodSync(join(stuck.path, 'spell'), 0o755)
    const { code, said } = team.run(
      `PATH="${stuck.path}:$PATH" '${process.execPath}' '${program}' init --yes --agents codex`,
    )
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no end in 10 seconds') })
  })
})
