import { turnLine } from '../cast/answer/turn'
import type { ChosenWork } from '../cast/chosen-work'
import { turnOf } from '../cast/turn'
import type { CommandContext, Output } from '../cli/command'
import { documentOutput } from '../cli/command'
import { clock } from '../cli/edge'
import { withGit } from '../git/git'
import { currentCriteria } from '../proof/consent/current-commands'
import { criterionIn, keepProof } from '../proof/keep-result'
import { type SeenFiles, seenFiles } from '../proof/seen-files'
import { treeNow } from '../proof/status/proofs'
import { freshIn, type TreeNow } from '../proof/status/statuses'
import { numberIn } from '../proof/work-here'
import { exit, Failure } from '../text/failure'
import { inline, paragraphs } from '../text/markdown-parts'
import { refuseWithoutDeveloper } from '../word/developer'
import { commandOn } from '../work/command-on'
import { idOf } from '../work/history/work-id'
import { proofLogOf } from '../work/proof-log'
import type { Work } from '../work/work'
import { change } from '../work/writing'
import { countsOf } from '../workflow/criteria/counts'
import { seenText } from '../workflow/criteria/files-at'
import { type StandingCriterion, standingCriteria } from '../workflow/criteria/known'

type ConfirmContext = Pick<CommandContext, 'canAsk' | 'env'>

/**
 * Asks the developer of each criterion without a command whether it is met; a yes is kept with the proofs, and ticks
 * the box.
 *
 * @param words the numbers of the criteria (default: each with `by: developer` that is not confirmed)
 * @throws Failure (usage) `unknown-number`; (notPossible) `no-plan`, `has-command`, `asks-in-terminal`, `not-agreed`; as
 *   `change` and `seenFiles` do
 */
export async function confirm(
  cli: ConfirmContext,
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
    const question = `Have you seen that criterion ${number} is met: “${inline(text)}”?${of && ` (${of})`}`
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
  const said = `Confirmed: ${named}${of && `, of ${of}; a change there asks you again`}.`
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
  return words.map((word) => {
    const number = numberIn(word, found.length, 'criterion', 'spell prove --list')
    const { commands = [], faults = [] } = found[number - 1]?.criterion ?? {}
    if (commands.length + faults.length === 0) return number
    const message = `Criterion ${word} has a command, which shows it.`
    throw new Failure(exit.notPossible, 'has-command', message, commandOn(work, `prove ${word}`))
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
  { work, ctx: { root, env } }: ChosenWork,
  found: readonly StandingCriterion[],
  agreed: readonly number[],
  said: string,
): Promise<Output> {
  const counts = countsOf(found.map(({ standing }) => standing))
  const now = clock.now()
  const turn = await turnOf(work, { root, env, now }, 'accio')
  const markdown = `${paragraphs(said, counts, `${turnLine(turn, now)}.`)}\n`
  return documentOutput('confirm', true, { confirmed: agreed, counts }, markdown)
}
