import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { turnLine } from '../cast/answer/turn'
import type { ChosenWork } from '../cast/chosen-work'
import { turnOf } from '../cast/turn'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { clock } from '../cli/edge'
import { changesBetween } from '../git/changes'
import { type Git, withGit } from '../git/git'
import { treesOf } from '../git/tree'
import { currentCriteria } from '../proof/consent/current-commands'
import { criterionIn, keepProof, mostNamedFiles } from '../proof/keep-result'
import { treeNow } from '../proof/status/proofs'
import { digestOfNamed, freshIn, type TreeNow } from '../proof/status/statuses'
import { numbersTyped } from '../proof/work-here'
import { exit, Failure } from '../text/failure'
import { inline, paragraphs } from '../text/markdown-parts'
import { refuseWithoutDeveloper } from '../word/developer'
import { firstEntryOf, idOf } from '../work/history/work-id'
import { standingCriteria } from '../work/known'
import { proofLogOf } from '../work/proof-log'
import { settingsOf } from '../work/settings/settings'
import { commandOn, type Work } from '../work/work'
import { change } from '../work/writing'
import { countsOf } from '../workflow/criteria/counts'
import { seenText } from '../workflow/criteria/files-at'
import { doneCounts } from '../workflow/criteria/proofs-now'
import type { Proof, StandingCriterion } from '../workflow/criteria/status'

/**
 * Asks the developer of each criterion without a command whether it is met; a yes is kept with the proofs, and ticks
 * the box.
 *
 * @param words the numbers of the criteria (default: each with `by: developer` that is not confirmed)
 * @throws Failure (usage) `unknown-number`; (notPossible) `no-plan`, `has-command`, `asks-in-terminal`, `not-agreed`; as
 *   `change` and `seenFiles` do
 */
export async function confirm(
  cli: Pick<CommandContext, 'canAsk' | 'env'>,
  words: readonly string[],
  { work, ctx }: ChosenWork,
): Promise<Output> {
  const found = standingOf(work, await treeNow(work.root, ctx.env))
  const chosen = numbersIn(work, words, found)
  if (chosen.length === 0) return outputOf({ work, ctx }, found, [], 'No criterion waits to be confirmed.')
  await refuseWithoutDeveloper(cli, commandOn(work, `confirm ${chosen.join(' ')}`), [
    'asks the developer',
    'asks in a terminal',
  ])
  const { confirmed } = await import('../cli/ask')
  const agreed = new Map<number, SeenFiles>()
  // One that cannot be confirmed is told before the first question.
  const asked = chosen.map((number) => ({ number, text: '', files: [], ...found[number - 1]?.criterion }))
  const files = await withGit(work.root, ctx.env, (git) => seenFiles(work, asked, git))
  for (const [index, { number, text }] of asked.entries()) {
    const seen = files[index] ?? {}
    const of = seenText(seen)
    const question = `Have you seen that criterion ${number} is met: “${inline(text)}”?${of && ` Look at ${of}.`}`
    if (await confirmed(question, false)) agreed.set(number, seen)
  }
  if (agreed.size === 0)
    throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was confirmed.', commandOn(work, 'confirm'))
  const { wait } = ctx
  const kept = await change(work, 'confirm', { now: clock.now(), wait }, async (locked) =>
    [...agreed].reduce((now, [number, seen]) => keptIn(now, found[number - 1], seen), locked.reread()),
  )
  const numbers = [...agreed.keys()]
  const named = `${agreed.size === 1 ? 'criterion' : 'criteria'} ${numbers.join(', ')}`
  const of = [...new Set([...agreed.values()].map(seenText))].filter(Boolean).join('; ')
  const said = `Confirmed: ${named}.${of && ` You looked at ${of}; if that changes, you are asked again.`}`
  return outputOf({ work: work.reread(), ctx }, standingOf(kept, await treeNow(work.root, ctx.env)), numbers, said)
}

function standingOf(work: Work, tree: TreeNow): readonly StandingCriterion[] {
  const criteria = work.flow.plan && currentCriteria(work)?.criteria
  if (!criteria) {
    const message = 'There is no plan here whose criteria could be confirmed.'
    throw new Failure(exit.notPossible, 'no-plan', message, 'spell lumos')
  }
  return standingCriteria(criteria, [], { proofs: proofLogOf(work).proofs, isFresh: freshIn(work.root, tree) })
}

function numbersIn(work: Work, words: readonly string[], found: readonly StandingCriterion[]): number[] {
  const waits = ({ criterion, standing }: StandingCriterion) => criterion.byDeveloper && standing !== 'confirmed'
  if (words.length === 0) return found.flatMap((each, index) => (waits(each) ? [index + 1] : []))
  const numbers = words.flatMap((word) => numbersTyped(word, found.length, 'criterion', 'spell prove --list'))
  return numbers.map((number) => {
    const { commands = [], faults = [] } = found[number - 1]?.criterion ?? {}
    if (commands.length + faults.length === 0) return number
    const message = `Criterion ${number} has a command, which shows it.`
    throw new Failure(exit.notPossible, 'has-command', message, commandOn(work, `prove ${number}`))
  })
}

/** Throws Failure (notPossible) `plan-changed` if the plan has the criterion no more. */
function keptIn(work: Work, item: StandingCriterion | undefined, seen: SeenFiles): Work {
  if (!item || !criterionIn(currentCriteria(work)?.criteria ?? [], item.known)) {
    const message = 'The plan changed while you were asked, so nothing was confirmed.'
    throw new Failure(exit.notPossible, 'plan-changed', message, commandOn(work, 'confirm'))
  }
  const id = idOf(work)
  const run = { command: 0, of: 0, outcome: 'confirmed', ms: 0, output: '' } as const
  const { versions, platform } = process
  const about = { time: clock.now().toISOString(), ...(id && { work: id }), ...item.known }
  return keepProof(work, item, { ...about, ...run, ...seen, node: versions.node, os: platform })
}

async function outputOf(
  { work, ctx }: ChosenWork,
  found: readonly StandingCriterion[],
  agreed: readonly number[],
  said: string,
): Promise<Output> {
  const counts = countsOf(found.map(({ standing }) => standing))
  const { root, env } = ctx
  const settings = await settingsOf(ctx)
  const now = clock.now()
  const turn = await turnOf(work, { root, env, now, settings }, 'accio')
  const markdown = `${paragraphs(said, doneCounts(found, settings.proof.required), `${turnLine(turn, now)}.`)}\n`
  return documentOutput('confirm', true, { confirmed: agreed, counts }, markdown)
}

/** The files that the developer confirms a criterion for: each of them, or the whole tree. */
export type SeenFiles = Pick<Proof, 'files' | 'head' | 'tree' | 'treeAll'>

/** As many bytes of names as fit into a line with the rest. */
const mostNameBytes = 400

/** A criterion that is to be confirmed. */
interface Asked {
  /** In its plan. */
  readonly number: number
  /** Those that it names. */
  readonly files: readonly string[]
}

/**
 * @returns for each the files that it names, or those that this piece of work has changed; the whole tree if these are none, or
 *   too many for a line; nothing without git
 * @throws Failure (notPossible) `no-file` if one that the plan at hand names is not there
 */
export async function seenFiles(work: Work, asked: readonly Asked[], git: Git): Promise<readonly SeenFiles[]> {
  const { root } = work
  // The plan of an archive cannot be set right: there it is confirmed as gone.
  for (const { number, files } of work.isArchived ? [] : asked) {
    const gone = files.find((path) => !existsSync(join(root, path)))
    if (gone === undefined) continue
    const message = `Criterion ${number} is of ${inline(gone)}, which is not here.`
    const fix = `- by: developer of \`FILE\`   # in ${work.flow.plan?.file}`
    throw new Failure(exit.notPossible, 'no-file', message, fix)
  }
  const isUnnamed = asked.some(({ files }) => files.length === 0)
  const changes = isUnnamed ? await changesBetween(git, firstEntryOf(work)?.head, undefined) : undefined
  const changed = changes?.files.map(({ path }) => path) ?? []
  const lists = asked.map(({ files }) => (files.length > 0 ? files : changed))
  const whole = lists.every(fitsProof) ? {} : wholeTree(await treesOf(git))
  return lists.map((paths) =>
    fitsProof(paths) ? { files: Object.fromEntries(paths.map((path) => [path, digestOfNamed(root, path)])) } : whole,
  )
}

const fitsProof = (paths: readonly string[]): boolean =>
  paths.length > 0 && paths.length <= mostNamedFiles && paths.join('').length <= mostNameBytes

function wholeTree(trees: Awaited<ReturnType<typeof treesOf>>): SeenFiles {
  if (!trees || !('treeAll' in trees)) return {}
  const { head, tree, treeAll } = trees
  return { ...(head && { head }), tree, treeAll }
}
