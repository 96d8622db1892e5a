import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import type { Environment } from '../disk/environment'
import { isInside } from '../disk/links'
import { withThrowawayFolder } from '../disk/throwaway'
import { topOf } from '../git/clone'
import { branchNameOf } from '../git/head'
import { attemptOr } from '../text/failure'
import { quoted } from '../text/quoted'
import { hookOf } from './hook-managers/hook-line'
import { isHuskys } from './hook-managers/husky'
import { lefthookFiles } from './hook-managers/lefthook'
import type { Adapter, Look } from './pieces/piece'
import { run } from './start-as-host'
import type { Failing } from './try-out'

/** What managers read at a commit, also of one developer alone. */
const settings = ['.pre-commit-config.yaml', ...lefthookFiles(), ...lefthookFiles('-local')]

/** What is started: a shell, git, what managers need and they themselves. */
const real = ['sh', 'bash', 'env', 'git', 'node', 'python3', 'dirname', 'basename', 'cat', 'sed', 'tr', 'uname']
const programs = ['lefthook', 'pre-commit', 'prek']

/** Any other command does nothing, and is done or has failed; that of the guard blocks. */
const otherwise = `#!/bin/sh
case "$*" in *'guard pre-commit'*) echo 'Commit blocked'; exit 10 ;; esac
exit "$SPELL_TRIED"
`

/** git waits for a hook as long as that takes. */
const atMostSeconds = 60

/** A state for which a commit waits. */
const waiting = '{\n  "current_state": "PR_APPLIED_PENDING_ARCHIVE_G",\n  "context": {}\n}\n'

/**
 * Commits in a throwaway repository, on this branch and on another one, what has to wait. Its hooks are those of this
 * clone, but what they start for the team does nothing: all of it is done at first, then all of it fails.
 */
const script = `
set -e
git init -q .
mkdir -p .git/hooks "$(dirname "$INTO")"
rm -rf "$INTO" && cp -pR "$FROM" "$INTO" && rm -f "$INTO"/*.before-spell
for name in $REAL; do
  case $name in lefthook) among=$LOCAL:$PATH ;; *) among=$PATH ;; esac
  at=$(PATH=$among command -v "$name") || continue
  rm -f ".git/spell/$name"
  printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$at" >".git/spell/$name"
done
chmod +x .git/spell/*
git add -A
commit() {
  ended=0
  said=$(cd "./$BELOW" && PATH=$BIN SPELL_TRIED=$1 git -c commit.gpgsign=false -c core.hooksPath="$HOOKS" commit -q -m tried 2>&1) || ended=$?
  git update-ref -d HEAD
  case "$ended $said" in
    '0 '*'Commit blocked'*) how=ignored ;;
    '0 '*) how=passed ;;
    *'Commit blocked'*) how=blocked ;;
    *) how=ended ;;
  esac
}
for branch in "$BRANCH" spell/tried; do
  git symbolic-ref HEAD "refs/heads/$branch"
  commit 0
  if [ $how = passed ]; then
    commit 1
    [ $how = blocked ] || how=passed
  fi
  [ $how != ignored ] || how=passed
  echo $how
  [ $how = blocked ] || break
done
`

/**
 * Tries whether git and what it runs ask the guard. Nothing of the team's is started, and nothing is changed.
 *
 * @param guard what runs the hooks of git here
 * @returns why a commit that has to wait passes; none if it does not, or if that cannot be told
 */
export async function tryCommit(look: Look, guard: Adapter, env: Environment): Promise<readonly Failing[]> {
  const { root, hooksFolder = '' } = look
  const hook = join(hooksFolder, 'pre-commit')
  if (!existsSync(hook)) return []
  const failing = (why: string, fix: string): Failing[] => [{ paths: [hook], why, fix }]
  const isExecutable = attemptOr(false, () => accessSync(hook, constants.X_OK) === undefined)
  if (!isExecutable)
    return failing('git does not run it, as its mode does not allow that.', `chmod +x ${quoted([shown(root, hook)])}`)
  const local = [root, topOf(root) ?? root].map((folder) => join(folder, 'node_modules', '.bin'))
  const folders = [...local, ...(env.PATH ?? '').split(delimiter)]
  const isKnown = !programs.includes(guard.name) || folders.some((folder) => existsSync(join(folder, guard.name)))
  const said = isKnown ? await commitIn(look, local, env) : []
  const fix = `Take out what ends it early or skips the guard, such as ${
    guard.name === 'lefthook' ? '`only` or `skip`, also in lefthook-local.yml' : '`exit` or `exec`'
  }.`
  if (said[0] === 'passed')
    return failing(
      `A commit that has to wait was tried, and passed: ${guard.title} ends before the guard, or skips it.`,
      fix,
    )
  if (said[1] === 'passed')
    return failing(
      'A commit that has to wait was tried on another branch, and passed: the guard is skipped there.',
      fix,
    )
  return []
}

/** @returns how the commits ended: `blocked`, `passed`, or `ended` if something else has failed */
function commitIn(look: Look, local: readonly string[], env: Environment): Promise<string[]> {
  const { root, belowTop = '', hooksFolder = '', hooksPath } = look
  const top = topOf(root) ?? root
  const isTeams = hooksPath !== undefined && isInside(top, hooksFolder)
  const hooks = isTeams ? relative(top, hooksFolder) : '.git/hooks'
  // Husky calls the team's script in the folder above.
  const isBelow = isTeams && isHuskys(hooksPath)
  const from = isBelow ? dirname(hooksFolder) : isTeams ? hooksFolder : join(hooksFolder, 'pre-commit')
  const into = isBelow ? dirname(hooks) : isTeams ? hooks : '.git/hooks/pre-commit'
  const texts = settings.map((path) => [path, look.read(path) || undefined] as const)
  const others = [
    hookOf(look, 'pre-commit'),
    isBelow && look.read(join(from, 'pre-commit')),
    ...texts.map(([, text]) => text),
  ]
  const foreign = others.filter(Boolean).join('\n')
  return withThrowawayFolder(async (folder, write) => {
    for (const [path, text] of [...texts, ['.ai/guard.sh', look.read('.ai/guard.sh') || undefined] as const])
      if (text !== undefined) write(join(belowTop, path), text)
    write(join(belowTop, '.ai/task/state.json'), waiting)
    for (const word of new Set(['spell', ...(foreign.match(/[A-Za-z_][\w.-]{0,60}/g) ?? [])]))
      write(join('.git/spell', word), otherwise)
    const variables = {
      PATH: env.PATH,
      HOME: env.HOME,
      XDG_CONFIG_HOME: folder,
      PRE_COMMIT_HOME: join(folder, '.git/cache'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'spell',
      GIT_AUTHOR_EMAIL: 'spell@localhost',
      GIT_COMMITTER_NAME: 'spell',
      GIT_COMMITTER_EMAIL: 'spell@localhost',
      FROM: from,
      INTO: into,
      HOOKS: hooks,
      BELOW: belowTop,
      BIN: join(folder, '.git/spell'),
      BRANCH: branchNameOf(root) ?? 'main',
      LOCAL: local.join(delimiter),
      REAL: [...real, ...programs].join(' '),
      // What pre-commit would fetch.
      SKIP: [...new Set(foreign.match(/(?<=\bid: *['"]?)[\w.-]+/g))].filter((id) => id !== 'spell-guard').join(),
    }
    const { printed } = await run({ shell: ['-c', script], cwd: folder, atMostSeconds }, variables)
    // git may warn, such as of line endings.
    return printed.split('\n').filter((line) => ['blocked', 'passed', 'ended'].includes(line))
  })
}

const shown = (root: string, path: string): string => (isInside(root, path) ? relative(root, path) : path)
