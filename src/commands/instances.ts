import type { Answer } from '../cast/answer/answer'
import { outputOf } from '../cast/answer/render'
import { cast } from '../cast/cast'
import type { ChosenWork } from '../cast/chosen-work'
import type { CommandContext, Output } from '../cli/command'
import type { CurrentResults } from '../proof/current-results'
import { newWork } from '../work/choice'
import { keepUse, refuseTaken } from '../work/use-file'
import { claimsOf } from '../work/work'
import type { WorkflowEntry } from '../workflows/registry'

/** Casts an event on a piece of work, with the current time as part of the payload. */
export const castOn = ({ work, ctx }: ChosenWork, event: string, brought: object, note?: string): Promise<Answer> =>
  cast(work, event, ctx, note, { ...brought, at: ctx.now.toISOString() })

/** Begins a piece of work, which is the one in use from then on. Throws Failure as `refuseTaken` and `cast` do. */
export async function begin(
  entry: WorkflowEntry,
  name: string,
  ctx: ChosenWork['ctx'],
  brought: object,
): Promise<Answer> {
  await refuseTaken(ctx.root, entry.name, name)
  const { open } = await entry.load()
  const work = await newWork(ctx.root, entry, open(name))
  const answer = await castOn({ work, ctx }, 'start', brought)
  if (answer.ok) await keepUse(ctx, entry.name, name)
  return answer
}

/** @returns where what is claimed stands on the files that are here now. Throws Failure as `currentResults` does */
export async function standingsNow({ work, ctx }: ChosenWork): Promise<Partial<CurrentResults>> {
  const claims = claimsOf(work)
  if (claims.every(({ by }) => by === '')) return {}
  const { currentResults } = await import('../proof/current-results')
  return currentResults(work, claims, ctx.env)
}

/** Formats an answer; even that of a look has an AI's part. */
export const outputOfWork = (answer: Answer, { options }: CommandContext): Output => outputOf(answer, options.for)
