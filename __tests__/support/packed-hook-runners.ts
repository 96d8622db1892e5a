import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { copyTree, emptyRepository, plainEnv } from './folder'
import { program } from './packed-program'
import { repository } from './source-files'

/** The real hook managers. */
const peers = join(repository, 'scripts', 'peers', 'node_modules')

/** A team's way to run hooks, before spell is installed. */
export interface SetUp {
  /** As in `spell init --guard`. */
  readonly name: string
  /** The files of the repository, with a hook of the team that records its run, and fails when asked to. */
  readonly files: Readonly<Record<string, string>>
  /** Packages by their folder. */
  readonly packages?: Readonly<Record<string, string>>
  /** Run in a fresh clone. */
  readonly install?: readonly string[]
  /** Why it cannot be tested on this machine. */
  readonly missing?: string
}

const noting = 'echo ran >> "$RAN"; [ -z "$FAIL" ]'
const script = `#!/bin/sh\n${noting}\n`
const packageOf = (name: string, more: object = {}) =>
  `${JSON.stringify({ name: 'shop', private: true, devDependencies: { [name]: '*' }, ...more }, null, 2)}\n`
const canRun = (name: string) => spawnSync(name, ['--version']).status === 0

export const setUps: readonly SetUp[] = [
  { name: 'git', files: { 'team/pre-commit': script }, install: ['cp', 'team/pre-commit', '.git/hooks/pre-commit'] },
  { name: 'hooks-path', files: { 'team/pre-commit': script }, install: ['git', 'config', 'core.hooksPath', 'team'] },
  {
    name: 'husky',
    files: { 'package.json': packageOf('husky'), '.husky/pre-commit': `${noting}\n` },
    packages: { husky: join(repository, 'node_modules', 'husky') },
    install: ['node', 'node_modules/husky/bin.js'],
  },
  {
    name: 'lefthook',
    files: {
      'package.json': packageOf('lefthook'),
      'lefthook.yml': `# The team's.\npre-commit:\n  commands:\n    lint:\n      run: ${JSON.stringify(noting)} # always\n\n# The end.\n`,
    },
    packages: { lefthook: join(peers, 'lefthook'), [join('lefthook-linux-x64')]: join(peers, 'lefthook-linux-x64') },
    install: ['node', 'node_modules/lefthook/bin/index.js', 'install'],
  },
  {
    name: 'pre-commit',
    files: {
      'team/lint.sh': script,
      '.pre-commit-config.yaml':
        'repos:\n- repo: local\n  hooks:\n  - id: lint\n    name: lint\n    entry: sh team/lint.sh\n    language: system\n    always_run: true\n    pass_filenames: false\n# The end.\n',
    },
    install: ['pre-commit', 'install'],
    ...(!canRun('pre-commit') && { missing: 'pre-commit is not installed here (apt-get install pre-commit)' }),
  },
]

const made: string[] = []
/** Removes everything that `makeTeam` and `copyOfTeam` have created. */
export function removeTeams(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
}

/** A repository of a team, or another working copy. */
export interface Team {
  readonly path: string
  run(command: readonly string[], more?: { cwd?: string; env?: Readonly<Record<string, string>> }): Ran
  write(files: Readonly<Record<string, string>>): void
}

export interface Ran {
  readonly exitCode: number | null
  readonly output: string
}

function teamAt(path: string): Team {
  const env = {
    ...plainEnv,
    GIT_CONFIG_GLOBAL: join(dirname(path), 'gitconfig'),
    GIT_AUTHOR_NAME: 'Kim',
    GIT_AUTHOR_EMAIL: 'kim@example.com',
    GIT_COMMITTER_NAME: 'Kim',
    GIT_COMMITTER_EMAIL: 'kim@example.com',
    HOME: dirname(path),
    XDG_CACHE_HOME: join(dirname(path), 'cache'),
    PATH: [join(path, 'node_modules', '.bin'), dirname(process.execPath), plainEnv.PATH].join(delimiter),
    RAN: join(dirname(path), 'ran'),
  }
  return {
    path,
    run: ([name = '', ...rest], more = {}) => {
      const cwd = join(path, more.cwd ?? '')
      const { status, stdout, stderr } = spawnSync(name, rest, { cwd, env: { ...env, ...more.env }, encoding: 'utf8' })
      return { exitCode: status, output: stdout + stderr }
    },
    write: (files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
        if (text.startsWith('#!')) chmodSync(join(path, name), 0o755)
      }
    },
  }
}

/** Links the packages into a working copy, as an installation would. */
export function putPackages({ path }: Team, { packages = {} }: SetUp): void {
  mkdirSync(join(path, 'node_modules', '.bin'), { recursive: true })
  const commands: Readonly<Record<string, string>> = {
    husky: 'husky/bin.js',
    lefthook: 'lefthook/bin/index.js',
  }
  for (const [name, from] of Object.entries(packages)) {
    symlinkSync(from, join(path, 'node_modules', name), 'dir')
    const command = commands[name]
    if (command) symlinkSync(join('..', command), join(path, 'node_modules', '.bin', name))
  }
  symlinkSync(program, join(path, 'node_modules', '.bin', 'spell'))
}

/** A repository in which the team has used its hooks for a while. */
export function makeTeam(setUp: SetUp): Team {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'spell team ')))
  made.push(home)
  const team = teamAt(join(home, 'the shop'))
  copyTree(emptyRepository(), team.path)
  mkdirSync(join(team.path, '.git', 'hooks'), { recursive: true })
  team.write({ '.gitignore': 'node_modules\n.husky/_\n', 'src/app.ts': 'export {}\n', ...setUp.files })
  putPackages(team, setUp)
  if (setUp.install) must(team.run(setUp.install))
  return team
}

/** A copy in another folder. */
export function copyOfTeam(team: Team): Team {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'spell team ')))
  made.push(home)
  const copy = teamAt(join(home, 'the shop'))
  cpSync(team.path, copy.path, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  return copy
}

/** @returns another worktree of the same repository */
export function worktreeOf(team: Team, setUp: SetUp): Team {
  const worktree = teamAt(join(dirname(team.path), 'the worktree'))
  must(team.run(['git', 'worktree', 'add', '--quiet', '-b', 'other', worktree.path]))
  putPackages(worktree, setUp)
  return worktree
}

/** Requires success, without which a test means nothing. */
export function must({ exitCode, output }: Ran): string {
  if (exitCode !== 0) throw new Error(output)
  return output
}
