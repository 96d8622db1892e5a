import { isAbsolute, join } from 'node:path'
import type { Edge } from '../../cli/edge'
import type { Environment } from '../../disk/environment'
import { getOrInsert } from '../../engine/records'
import type { Git } from '../../git/git'
import { hookPath } from '../../install/hook-managers/hook-line'
import { foresee, type InstallContext } from '../../install/init'
import { type Choices, readInstalled, recordPath } from '../../install/pieces/record'
import { lackingIn } from '../../install/report'
import { notCalled, tryOut } from '../../install/try-out'
import { asRunNow } from '../../install/wanted'
import { attempt, attemptAsync, Failure } from '../../text/failure'
import { type Sessions, sessionsHere } from '../../word/sessions'
import { leavesEntry, messageOf, usesIn } from '../../word/uses'
import { historyPath } from '../../work/history/history-line'
import { allWork } from '../../work/open'
import { titleOf } from '../../work/texts'
import type { Work } from '../../work/work'
import { examine } from '../examine'
import { changedInArchive } from '../file-rules'
import { distinct, type Finding, finding, gitRefuses, type Rule } from '../finding'
import { ignoredFiles, settingsRight } from '../repository-rules'
import { checkRoots } from '../roots'
import { type MergeSeen, seeMerge } from './merge/see-merge'

/** What is not there yet, rather than wrong. */
const unfinished: readonly Rule[] = [
  'error-state',
  'pending-archive',
  'criterion-not-proven',
  'criterion-without-command',
]

/** What a check finds here and below without a base. */
async function wrongIn({ env, now }: Edge, git: Git): Promise<Finding[]> {
  const { findings } = await checkRoots(git, env, now, { requirement: 'any' })
  const wrong = findings.filter(({ rule }) => !unfinished.includes(rule))
  return wrong.map(({ rule, message, fix, ...place }) => finding(rule, place, message, fix, ''))
}

/** What doctor sees at one moment. */
interface Look {
  readonly findings: readonly Finding[]
  readonly merge: MergeSeen
  readonly works: readonly Work[]
  /** Those of them that a repair can help. */
  readonly broken: readonly Work[]
}

/**
 * Looks for all that is wrong here: in the work, in what `init` has written, in the developer's words. Only reads.
 *
 * @throws Failure as `checkRoots` does, if nothing else was found
 */
export async function look(ctx: Edge, ground: InstallContext, git: Git): Promise<Look> {
  const { root, env, now } = ctx
  const merge = await seeMerge(git, titleOf)
  const findings = [...merge.findings]
  const works = await allWork(root)
  const broken: Work[] = []
  // In what is mixed nothing else can be found.
  for (const work of merge.isMixed ? [] : works) {
    const found = await examine(work, { git, now, title: (state) => titleOf(work.flow, state) })
    findings.push(...found)
    if (found.some((finding) => finding.repair)) broken.push(work)
  }
  for (const work of merge.isMixed ? [] : await allWork(root, 'archives'))
    findings.push(...(await changedInArchive(work, git)))
  // What it cannot read is among the findings.
  const isDamaged = merge.isMixed || broken.length > 0
  const asked = isDamaged || ground.refusedByGit ? [] : await attemptAsync(() => wrongIn(ctx, git))
  if (asked instanceof Failure && findings.length === 0) throw asked
  const told = new Set(findings.map(({ code: name, where }) => `${name} ${where}`))
  if (!(asked instanceof Failure))
    findings.push(...asked.filter(({ code: name, where }) => !told.has(`${name} ${where}`)))
  const around = [
    ...(merge.isMixed ? [] : await settingsRight(root, env)),
    // A guard that finds damage says that, and not that it works.
    ...(await examineInstalled(ground, env, !isDamaged)),
    ...(await lostWords(root, env, git)),
  ]
  return { findings: distinct([...findings, ...around]), merge, works, broken }
}

/**
 * Finds steps on the developer's words that the account's file has, and no history of the clone: neither in a worktree nor
 * in a commit of a branch. Once a later step has used a word, or the word is said again, a step is told no more.
 *
 * @throws Failure as `sessionsHere` does
 */
async function lostWords(root: string, env: Environment, { ask }: Git): Promise<Finding[]> {
  const { all } = sessionsHere(root, env)
  const uses = Object.values(all).flatMap(({ uses }) => uses.filter(leavesEntry))
  const found = usesIn(root, [...new Set(uses.map(messageOf))], historyPath)
  const gone: string[] = []
  for (const use of uses.filter((each) => !found.includes(each) && !isMadeUp(each, all, found))) {
    const log = ask(['log', '--all', '--since=1.day', '-1', '--format=%H', `-S${use}`, '--', '.ai'])
    if ((await log.catch(() => '')) === '') gone.push(use)
  }
  const message = `In no history here: ${gone.length === 1 ? 'a step' : `${gone.length} steps`} on the developer's word. It was taken out, as by git checkout or reset; the word stays used.`
  return gone.length === 0 ? [] : [finding('word-lost', '.ai', message, 'git reflog   # or say the word again')]
}

/** Whether the developer has gone on since a use: by a later step that is found, or by the same word in a later message. */
function isMadeUp(use: string, all: Sessions, found: readonly string[]): boolean {
  const [message = '', word = ''] = use.split('.')
  const own = Object.values(all).find(({ uses }) => uses.includes(use))
  if (own?.uses.slice(own.uses.indexOf(use)).some((each) => found.includes(each))) return true
  return Object.values(all).some(
    ({ id, said, words, uses }) =>
      id !== message &&
      (id === own?.id || said > (own?.said ?? '')) &&
      (word in words || uses.some((each) => messageOf(each) === id && found.includes(each))),
  )
}

/**
 * Examines what `init` has installed: whether it exists, matches this version, and works in this clone. Only reads.
 *
 * @param isTried whether hooks are started, to see that they work
 */
export async function examineInstalled(ground: InstallContext, env: Environment, isTried = true): Promise<Finding[]> {
  const { refusedByGit, look, adapters } = ground
  if (refusedByGit) return [gitRefuses(refusedByGit)]
  const installed = attempt(() => readInstalled(ground.root))
  if (installed instanceof Failure) {
    const { code, message, fix } = installed
    // Other obstacles are reported below.
    return code === 'installed-unreadable' ? [finding(code, recordPath, message, fix)] : []
  }
  if (!installed) return []
  const { choices, files } = installed
  const isKnown = (path: string) => files.some((file) => file.path === path)
  if (!choices) {
    const updated = foresee(ground, { choices, purpose: 'update' })
    return [
      ...obstacles(updated.refused),
      ...updated.acts.map(({ path }) =>
        finding('installed-left', path, `${path} is what an uninstall could not take out.`, 'spell uninstall'),
      ),
    ]
  }
  const now = asRunNow(look, adapters, choices)
  if (now !== choices) return [takenUp(ground, now)]
  const updated = foresee(ground, { choices, purpose: 'update' })
  const made = foresee(ground, { choices, purpose: 'init' })
  const outdated = new Set(updated.acts.filter(({ path }) => isKnown(path)).map(({ path }) => path))
  const missing = new Set(made.acts.map(({ path }) => path).filter((path) => !outdated.has(path)))
  const found = [
    ...obstacles(made.refused),
    ...lackingIn(made).map(({ path, why, fix }) => finding('installed-blocked', path, `${path}: ${why}`, fix)),
    ...[...outdated].map((path) =>
      finding('installed-outdated', path, `${path} is not what spell writes here now.`, 'spell update'),
    ),
    ...[...missing].map((path) =>
      isAbsolute(path)
        ? finding('hook-missing', path, `${path} does not have the guard: ${unguarded}`, 'spell init --hooks')
        : finding('installed-missing', path, `${path} lacks what init has put there.`, 'spell init'),
    ),
  ]
  const written = files.map(({ path }) => path).filter((path) => !isAbsolute(path))
  found.push(...(await ignoredFiles(ground.root, env, written)))
  if (found.length > 0) return found
  const failing = [...notCalled(ground, choices), ...(isTried ? await tryOut(ground, choices, env) : [])]
  const all = failing.map(({ paths, why, fix }) =>
    finding('hook-broken', paths[0] ?? '', `${paths.join(', ')}: ${why}`, fix),
  )
  // What is not started is named by both.
  return [...new Map(all.map((one) => [one.message, one])).values()]
}

const unguarded = 'nothing guards the commits of this clone.'

/** A hook manager that the record does not know runs what git asks. */
function takenUp({ root, look, adapters }: InstallContext, { guard }: Choices): Finding {
  const path = hookPath(root, join(look.hooksFolder ?? '', 'pre-commit'))
  const title = adapters.managers.find(({ name }) => name === guard)?.title
  const message = `${title} runs the hooks of git here now, and what guards the commits is not among them.`
  return finding('hook-missing', path, message, 'spell init')
}

/** An obstacle for many files is reported once. */
function obstacles(refused: readonly { readonly path: string; readonly refused?: Failure }[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const { path, refused: why } of refused)
    if (why) getOrInsert(found, `${why.message} ${why.fix}`, () => obstacle(path, why))
  return [...found.values()]
}

/** Why a file of ours is missing or outdated, and cannot be written. */
function obstacle(path: string, { code, message, fix }: Failure): Finding {
  if (code === 'outside-repository') {
    return finding('hook-missing', path, `Nothing guards the commits of this clone: ${message}`, fix)
  }
  return finding('installed-blocked', path, message, fix)
}
