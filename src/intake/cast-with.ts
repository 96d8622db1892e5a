import { type CastContext, cast } from '../cast/cast'
import { listingOf } from '../disk/listing'
import { isFolder } from '../disk/read'
import { isGoal } from '../engine/place'
import { exit, Failure, ifPossible } from '../text/failure'
import { definitionsFolder, settingsOf } from '../work/settings/settings'
import type { Work } from '../work/work'
import { namedFolder } from '../workflows/engineer/files'
import { workflows } from '../workflows/registry'
import type { Answered, Fetching } from './fetch-review'

interface Brought {
  readonly note?: string | undefined
  /** For Reparo, how to fetch comments. */
  readonly fetching?: Fetching | undefined
  /** For Accio, what the work begins with. */
  readonly from?: string | undefined
}

/**
 * Casts a spell; Reparo with the comments of the pull request, if the user or the settings ask for it, Accio with what
 * it is to begin with. Only then their code is loaded. Lumos before the start names the plans that wait for an Accio, and work
 * of other workflows.
 *
 * @throws Failure as `cast`, `reparo` and `beginWith` do
 */
export async function castWith(
  work: Work,
  spell: string,
  ctx: CastContext,
  { note, fetching, from }: Brought,
): Promise<Answered> {
  if (from !== undefined) return (await import('./begin-with')).beginWith(work, from, ctx, note)
  const fetches = spell === 'reparo' && (fetching || (await settingsOf(ctx)).review.fetch)
  if (!fetches) {
    const isReview = spell === 'accio' && ifPossible(() => stateOf(work).startsWith('PR_GATHERING_COMMENTS'))
    const warnings = isReview
      ? (await import('../review/threads')).undecidedIn(work)
      : spell === work.flow.look && mayHaveOthers(work, ctx.listing)
        ? await (await import('./work-of-others')).othersUnderWay(work)
        : []
    const answer = await cast(work, spell, warnings.length > 0 ? { ...ctx, warnings } : ctx, note)
    const isBefore = spell === work.flow.look && answer.to === work.flow.definition.initial
    if (!isBefore || !isFolder(ctx.root, '.ai/discovery')) return answer
    return (await import('./work-of-others')).toCarryOut(ctx.root, answer)
  }
  if (ctx.said) {
    const message = 'Fetching the review takes longer than a message of yours may wait.'
    throw new Failure(exit.busy, 'takes-long', message, 'spell reparo')
  }
  const { reparo } = await import('./fetch-review')
  return reparo(work, ctx, fetching, note)
}

/** The cast asks for the files, too, so they are read with the state: both are then of one moment. */
const stateOf = (work: Work): string => work.probe && work.saved.current

/** Whether a piece of work is not under way, where there are folders of other workflows. */
function mayHaveOthers(work: Work, listing = listingOf(work.root)): boolean {
  const others = workflows.filter(({ name }) => name !== work.flow.definition.name)
  const folders = others.flatMap(({ folder, named = folder }) => named ?? [])
  const isThere = (path: string) => listing.kindOf(path.split('/', 2).join('/')) !== undefined
  if (![definitionsFolder, namedFolder, ...folders].some(isThere)) return false
  const saved = ifPossible(() => work.saved)
  if (!saved) return false
  return (saved.version === '' && !saved.tail) || isGoal(work.flow.definition, saved.current)
}
