import type { Answer } from '../answer/answer'
import { compose, type Told, writesOf } from '../answer/compose'
import { fill } from '../answer/markdown'
import { offers } from '../answer/offers'
import { placeOf } from '../answer/state-text'
import type { Facts, Kind } from '../engine/definition'
import { readShown } from '../store/disk/excerpt'
import type { FileReport } from '../store/state/plan-effects'
import { probeFiles } from '../store/state/probe'
import { loadState } from '../store/state/state'
import type { Settings, TransitionResult, Workflow } from '../workflows/workflow'
import type { CastContext } from './cast'

/** What a verb has done that is no spell: `new`, `undo`, `override`. */
export interface CommandResult {
  /** Also the name of its text. */
  readonly verb: string
  /** What was cast, where that is not the verb's own name. */
  readonly spell?: string
  /** What came of it; `advance` unless told. */
  readonly kind?: Kind
  readonly from: string
  readonly to: string
  readonly files: FileReport
  readonly note?: string
  /** What its text has placeholders for, beside the facts. */
  readonly values?: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/**
 * Composes the answer to a verb, after it was done.
 *
 * @returns an answer with the same two parts and the same list of spells as that of a cast
 * @throws Failure where a file cannot be read
 */
export function answerToCommand(
  workflow: Workflow,
  ctx: CastContext,
  settings: Settings,
  { verb, spell = verb, kind = 'advance', from, to, files, note, values, warnings }: CommandResult,
): Answer {
  const probe = probeFiles(ctx.root, workflow.probes)
  const { context } = loadState(ctx.root, workflow)
  const taken = { state: to, from, probe, context, before: context, payload: {}, rows: [verb], now: ctx.now }
  const facts = workflow.facts(probe, settings, context, undefined, to)
  const deed = { spell, row: { id: verb, kind }, files, keyFiles: [], shown: [], links: [], note, warnings }
  return answerTo(workflow, ctx, taken, facts, deed, values)
}

/** What has happened; what the workflow says of it, and what can be done next, is found out. */
export type Deed = Omit<Told, 'workflow' | 'from' | 'to' | 'place' | 'facts' | 'texts' | 'offers' | 'quotes'>

/**
 * Composes the answer to what was done.
 *
 * @param open the facts before anything more is brought
 * @param values what the texts have placeholders for, beside the facts and what the workflow says
 * @throws Failure where a file that the answer shows cannot be read
 */
export function answerTo(
  workflow: Workflow,
  { root, texts }: CastContext,
  taken: TransitionResult,
  open: Facts,
  deed: Deed,
  values: Readonly<Record<string, string>> = {},
): Answer {
  const { definition, folder } = workflow
  const { from, state: to } = taken
  const told = workflow.describeTransition?.(taken, texts.phrases) ?? {}
  const place = placeOf(workflow, to, texts, open)
  const known = { folder, links: inWords(deed.links), ...open, ...told.values, ...values }
  const writes = writesOf(deed.row.kind, texts.rows.get(deed.row.id) ?? {}, place) ?? []
  // An item that begins with a path is that file; one in the middle only says which files are meant.
  const paths = writes.flatMap((item) => (item.startsWith('`') ? (fill(item, known).split('`')[1] ?? []) : []))
  const later = workflow.whenWritten?.(open, paths, to) ?? []
  // A number that the agent is about to change would be wrong when it is read.
  const isMoving = deed.row.kind !== 'show' && workflow.plan !== undefined && paths.includes(workflow.plan.file)
  const facts = { ...known, ...(isMoving && { progress: '' }) }
  const answer = compose({
    ...deed,
    workflow: definition.name,
    from,
    to,
    place,
    facts,
    texts,
    offers: told.isGone ? [] : offers({ definition, state: to, texts, values: facts }, open, later),
    ...(told.overview && { overview: told.overview }),
    ...(told.reserved && { reserved: told.reserved }),
    shown: [...deed.shown, ...readShown(root, told.shown ?? [])],
    quotes: told.quotes ?? [],
    warnings: [...deed.warnings, ...(told.warnings ?? [])],
  })
  return { ...answer, ...told.fields }
}

/** How many links a sentence names. */
const namedLinks = 5

function inWords(links: readonly string[]): string {
  if (links.length === 0) return 'no new link'
  const named = links.slice(0, namedLinks).join(', ')
  const more = links.length > namedLinks ? ` and ${links.length - namedLinks} more` : ''
  return `${links.length} new ${links.length === 1 ? 'link' : 'links'}: ${named}${more}`
}
