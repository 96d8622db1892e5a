import { readShown } from '../disk/read'
import { type Facts, isAvailable, type Kind } from '../engine/definition'
import { peekTransition } from '../engine/reduce'
import { commandsLeftOf } from '../proof/consent/left'
import { proofsOf } from '../proof/status/proofs'
import type { Failure } from '../text/failure'
import { fill, firstOf } from '../text/markdown-parts'
import type { FileReport } from '../work/state/plan-effects'
import type { Work } from '../work/work'
import type { Workflow } from '../workflow/flow'
import type { Settings } from '../workflow/settings'
import type { Texts } from '../workflow/texts'
import { placeOf } from '../workflow/texts'
import type { TransitionResult } from '../workflow/transition'
import { you } from '../workflow/turn'
import type { Answer, Offer } from './answer/answer'
import type { AnswerInput } from './answer/answer-input'
import { compose, writesOf } from './answer/compose'
import { offers } from './answer/offers'
import { answerIn, wordingOf } from './answer/words-here'
import type { CastContext } from './cast'
import { hasTasks, turnReport, wordReportOf } from './turn'

/** The result of a command that is no spell: `new`, `undo`, `override`. */
export interface CommandResult {
  /** The command; also the name of its text. */
  readonly verb: string
  /** The spell that was cast, if it has another name than the command. */
  readonly spell?: string
  /** The kind of the answer (default: `advance`). */
  readonly kind?: Kind
  readonly from: string
  readonly to: string
  readonly files: FileReport
  readonly note?: string
  /** Values for its text's placeholders, in addition to the facts. */
  readonly values?: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/** Composes the answer to a command that has been carried out, with the same parts as that of a cast. */
export async function answerToCommand(
  work: Work,
  ctx: CastContext,
  settings: Settings,
  { verb, spell = verb, kind = 'advance', from, to, files, note, values, warnings }: CommandResult,
): Promise<Answer> {
  const { flow } = work
  // The command may have changed files, and the state with them.
  const now = work.reread()
  const { probe } = now
  const { context } = now.saved
  // As Lumos shows it: whether a proof is of what is here is not asked.
  const proofs = await proofsOf(now, [flow.look], settings, ctx.env)
  const known = { state: to, from, probe, context, before: context, payload: {}, rows: [verb], now: ctx.now }
  const taken = { ...known, ...(proofs && { proofs }) }
  const facts = { ...flow.facts(probe, settings, context, undefined, to), ...proofs?.facts }
  const event = { spell, row: { id: verb, kind }, files, keyFiles: [], shown: [], links: [], note, warnings }
  return answerTo(now, ctx, settings, taken, facts, event, values)
}

/** What happened. The workflow's texts and the next steps are added by `answerTo`. */
export type CastEvent = Omit<
  AnswerInput,
  'workflow' | 'work' | 'look' | 'from' | 'to' | 'place' | 'facts' | 'texts' | 'offers' | 'quotes'
> & {
  /** What refuses every step now. */
  readonly refused?: Failure
}

/**
 * Composes the answer to what happened.
 *
 * @param open the facts without a payload
 * @param values for the placeholders of the texts, in addition to the facts and the workflow's own values
 */
export async function answerTo(
  work: Work,
  ctx: CastContext,
  settings: Settings,
  result: TransitionResult,
  open: Facts,
  { refused, ...event }: CastEvent,
  values: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { texts } = ctx
  const { root, flow: workflow, name, isOneOfSeveral } = work
  const { definition, folder } = workflow
  const { from, state: to } = result
  // While every word is refused, none can agree to anything.
  const word = refused ? {} : await wordReportOf(work, event.row.kind, ctx, result.proofs)
  const commandsLeft = await commandsLeftOf(work, result, settings, ctx.env, () => ctx.clone().git)
  const taken = { ...result, hasTasks: hasTasks(work, event.files.moved), ...(commandsLeft && { commandsLeft }) }
  const told = workflow.answers.describe?.(taken, texts.phrases) ?? {}
  const place = placeOf(workflow, to, texts, open)
  const known = { folder, links: linksText(event.links), ...open, ...told.values, ...values }
  const writes = writesOf(event.row.kind, texts.rows.get(event.row.id) ?? {}, place) ?? []
  // An item that begins with a path is that file; a path further on only says which files are meant.
  const paths = writes.flatMap((item) => (item.startsWith('`') ? (fill(item, known).split('`')[1] ?? []) : []))
  // A look, a refusal, what had no effect and what found no file say what is so now: nothing is about to be written.
  const isStep = isAvailable(event.row.kind)
  const isNow = !isStep || event.row.kind === 'missing'
  const later = isNow ? [] : (workflow.answers.whenWritten?.(open, paths, to) ?? [])
  const all = offers({ definition, state: to, texts, values: known }, open, later)
  const weak = workflow.states.stages?.[from] === 'planning' ? result.proofs?.weak : undefined
  const turn = refused ? you(`run \`${refused.fix}\``, refused.fix) : told.turn
  const wording = await wordingOf(settings)
  const answer = answerIn(
    compose({
      ...event,
      ...told,
      workflow: definition.name,
      work: name,
      ...(isOneOfSeveral && { isOneOfSeveral }),
      look: workflow.look,
      from,
      to,
      place,
      facts: known,
      texts,
      offers: told.isGone ? [] : refused ? refusedBy(refused, all) : all,
      word,
      ...(weak && { weak: weak.map((line) => `${workflow.plan?.file} ${line}`) }),
      isUnderWay:
        ctx.said !== undefined && word.next === undefined && word.look === undefined && !isNow && writes.length > 0,
      ...(!told.isGone &&
        (await turnReport(work, ctx, {
          ...taken,
          turn,
          word,
          isStep,
          open,
          facts: later[0] ?? open,
          paths: isNow ? [] : paths,
        }))),
      missing: isNow || writes.length === 0 ? missingIn(workflow, to, texts, open) : undefined,
      keyFiles: event.keyFiles.filter(([path]) => !told.unlisted?.includes(path)),
      shown: [...event.shown, ...readShown(root, told.shown ?? [])],
      warnings: [...event.warnings, ...(told.faults ?? []), ...(told.warnings ?? [])],
    }),
    wording,
  )
  await word.keepForEnd?.(answer.developer)
  return { ...answer, ...told.fields }
}

/** @returns the offers, of which a failure refuses all but to look */
const refusedBy = ({ message }: Failure, all: readonly Offer[]): Offer[] => {
  const [reason = ''] = message.split(/[:.](?: |$)/)
  const summary = reason.charAt(0).toLowerCase() + reason.slice(1)
  return all.map(({ then: _, ...offer }) =>
    offer.outcome === 'shown' ? offer : { ...offer, available: false, outcome: 'blocked', summary },
  )
}

/** What is said of a file that the first event of a workflow would find missing. */
function missingIn(workflow: Workflow, state: string, texts: Texts, facts: Facts): AnswerInput['missing'] {
  const { definition } = workflow
  const { row, state: to } = peekTransition(definition, state, definition.events[0] ?? '', facts)
  const { happened = '' } = texts.rows.get(row.id) ?? {}
  // What its row says next is for who has cast it.
  return row.kind === 'missing' ? { ...placeOf(workflow, to, texts), happened } : undefined
}

const namedLinks = 5

function linksText(links: readonly string[]): string {
  if (links.length === 0) return 'no new link'
  return `${links.length} new ${links.length === 1 ? 'link' : 'links'}: ${firstOf(links, namedLinks)}`
}
