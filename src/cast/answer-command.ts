import type { Answer } from '../answer/answer'
import { compose } from '../answer/compose'
import { offers } from '../answer/offers'
import { placeOf } from '../answer/state-text'
import type { Kind } from '../engine/definition'
import type { FileReport } from '../store/state/plan-effects'
import { probeFiles } from '../store/state/probe'
import { loadState } from '../store/state/state'
import type { Settings, Workflow } from '../workflows/workflow'
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
  { root, texts, now }: CastContext,
  settings: Settings,
  deed: CommandResult,
): Answer {
  const { definition } = workflow
  const { verb, spell = verb, kind = 'advance', from, to, files, note, values, warnings } = deed
  const probe = probeFiles(root, workflow.probes)
  const { context } = loadState(root, workflow)
  const given = { state: to, from, probe, context, before: context, payload: {}, rows: [verb], now }
  const {
    values: told,
    warnings: more = [],
    quotes = [],
    fields = {},
  } = workflow.describeTransition?.(given, texts.phrases) ?? {}
  const facts = {
    folder: workflow.folder,
    ...workflow.facts(probe, settings, context, undefined, to),
    ...told,
    ...values,
  }
  const answer = compose({
    workflow: definition.name,
    spell,
    row: { id: verb, kind },
    from,
    to,
    place: placeOf(workflow, to, texts, facts),
    facts,
    texts,
    offers: offers(definition, to, facts, texts),
    files,
    keyFiles: [],
    shown: [],
    links: [],
    note,
    quotes,
    warnings: [...warnings, ...more],
  })
  return { ...answer, ...fields }
}
