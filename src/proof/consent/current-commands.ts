import { code } from '../../text/markdown/code'
import { allCriteria, knownCriteria } from '../../work/known'
import { settingsPath } from '../../work/settings/settings'
import type { Work } from '../../work/work'
import { type ItemFault, type PlannedCriterion, readCriterion } from '../../workflow/criteria/criterion'
import type { PlannedCommand } from '../../workflow/criteria/planned-command'
import type { ProofSettings } from '../../workflow/criteria/proofs-now'
import { plannedIn } from '../../workflow/criteria/provable'
import { simpleCommand } from '../../workflow/criteria/simple-command'
import type { KnownCriterion } from '../../workflow/criteria/status'
import type { Speaking, Workflow } from '../../workflow/flow'

export interface CurrentCommand {
  readonly command: PlannedCommand
  /** The text of its criterion; undefined if the settings ask for it, whatever the plan says. */
  readonly criterion: string | undefined
}

/** What cannot be run as it is written. */
export interface CommandFault {
  /** `.ai/task/plan.md:7`, or the id of what it shows. */
  readonly place: string
  readonly message: string
  readonly fix: string
  /** How it could be written, if the fix is an example. */
  readonly example?: string
}

export const faultLine = ({ place, message, fix }: CommandFault): string => `${place}: ${message} ${fix}`

interface CurrentCommands {
  /** In their order; those of the settings come last. */
  readonly commands: readonly CurrentCommand[]
  /** A criterion with one of them has no command that counts. */
  readonly faults: readonly CommandFault[]
}

/** A criterion, or a command that the settings ask for as one. */
export interface CurrentItem extends CurrentCommands, KnownCriterion {
  /** From 1, in their order; those of the settings come last. */
  readonly number: number
}

/** Reads the commands of a piece of work, and those that the settings ask for. Throws as `currentCriteria` does */
export function currentCommands(work: Work, settings: Pick<ProofSettings, 'always'>): CurrentCommands {
  const asked = work.flow.provable?.asked?.(work.saved.context)
  const criteria = asked ? plannedIn(asked) : (currentCriteria(work)?.criteria ?? [])
  const items = allCriteria(criteria, settings.always).map((each) => commandsOf(work.flow, each))
  return { commands: items.flatMap(({ commands }) => commands), faults: items.flatMap(({ faults }) => faults) }
}

/** @returns the criteria as items, and what the settings ask for, by whatever workflow the work goes */
export const itemsOf = (
  flow: Pick<Workflow, 'plan'>,
  criteria: readonly PlannedCriterion[],
  { always }: Pick<ProofSettings, 'always'>,
): CurrentItem[] =>
  knownCriteria(criteria, always).map((each, index) => ({ ...each, number: index + 1, ...commandsOf(flow, each) }))

/** @returns the commands of one criterion; they are the same whatever it is known by, which takes hashing */
export function commandsOf(
  { plan }: Pick<Workflow, 'plan'>,
  { criterion, isAlways }: Omit<KnownCriterion, 'known'>,
): CurrentCommands {
  const said = isAlways ? undefined : criterion.text
  const placeOf = (line: number) =>
    criterion.id ?? (line === 0 || !plan ? `${settingsPath}, proof.always` : `${plan.file}:${line}`)
  const faults = [
    ...criterion.faults.map((fault) => ({ ...fault, fix: `For example: ${code(fault.fix)}`, example: fault.fix })),
    ...criterion.commands.flatMap((command) => shellFault(command, isAlways ? inScript : orShell)),
  ]
    .sort((one, other) => one.line - other.line)
    .map(({ line, ...fault }) => ({ ...fault, place: placeOf(line) }))
  const commands = faults.length > 0 ? [] : criterion.commands.map((command) => ({ command, criterion: said }))
  return { commands, faults }
}

const inScript = 'Put it into a script.'
const orShell = 'Put it into a script, or say `shell:`.'

function shellFault(
  { kind, text, line: at }: PlannedCommand,
  fix: string,
): (ItemFault & { readonly example?: string })[] {
  const line = kind === 'run' ? simpleCommand(text) : undefined
  return line && 'needsShell' in line ? [{ line: at, message: `\`run:\` has no shell: ${line.needsShell}.`, fix }] : []
}

/** @returns how proving a piece of work is spoken of */
export const speakingOf = ({ proving, entry, name }: Workflow): Speaking => ({
  ...ofSpells,
  ...(name !== undefined && { command: `spell prove --work ${name}`, look: entry.look(name, true) }),
  ...proving?.said,
})

/** @returns the command that proves a piece of work, an archived one by its name */
export const proveCommand = ({ flow, isArchived, name }: Work): string =>
  isArchived ? `spell prove --work ${name}` : speakingOf(flow).command

/** @returns the command in which the developer allows its commands, likewise */
export const allowCommand = ({ isArchived, name }: Pick<Work, 'isArchived' | 'name'>): string =>
  isArchived ? `spell allow --work ${name}` : 'spell allow'

const ofSpells: Speaking = {
  command: 'spell prove',
  look: 'spell lumos',
  called: ['criterion', 'criteria'],
  then: 'Put these results into the results file. What passed is ticked already.',
}

/** What commands can show of a piece of work, as it is written now. */
interface CurrentCriteria {
  readonly criteria: readonly PlannedCriterion[]
  /** What must not change while they are proven. */
  readonly text: string
}

/**
 * @returns undefined before there is a plan, or something else that commands could show
 * @throws Failure if plan or state cannot be read
 */
export function currentCriteria(work: Work): CurrentCriteria | undefined {
  const { plan, provable } = work.flow
  if (plan) {
    const text = work.plan
    return text === undefined ? undefined : { criteria: plan.criteria(text).map(readCriterion), text }
  }
  if (!provable) return undefined
  const { context, current } = work.saved
  const criteria = plannedIn(provable.criteria(context, current))
  return criteria.length === 0 ? undefined : { criteria, text: JSON.stringify(criteria) }
}

/** @returns the text of `currentCriteria`; of a plan without reading its criteria */
export const criteriaText = (work: Work): string | undefined =>
  work.flow.plan ? work.plan : currentCriteria(work)?.text
