import type { Workflow } from '../../flows/flow'
import { settingsPath } from '../../settings/settings'
import type { Work } from '../../work/work'
import type { ItemFault, PlannedCriterion } from '../criteria/criterion'
import { type KnownCriterion, knownCriteria } from '../criteria/known'
import type { PlannedCommand } from '../criteria/planned-command'
import type { ProofSettings } from '../criteria/proofs-now'
import { plannedIn } from '../criteria/provable'
import { simpleCommand } from '../criteria/simple-command'
import { criteriaAtHand } from './criteria-at-hand'

export interface CommandAtHand {
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
}

export const faultLine = ({ place, message, fix }: CommandFault): string => `${place}: ${message} ${fix}`

export interface CommandsAtHand {
  /** In their order; those of the settings come last. */
  readonly commands: readonly CommandAtHand[]
  /** A criterion with one of them has no command that counts. */
  readonly faults: readonly CommandFault[]
}

/** A criterion, or a command that the settings ask for as one. */
export interface ItemAtHand extends CommandsAtHand, KnownCriterion {
  /** From 1, in their order; those of the settings come last. */
  readonly number: number
}

/** Reads the commands of a piece of work, and those that the settings ask for. Throws as `criteriaAtHand` does */
export function commandsAtHand(work: Work, settings: Pick<ProofSettings, 'always'>): CommandsAtHand {
  const asked = work.flow.provable?.asked?.(work.saved.context)
  const items = itemsOf(work.flow, asked ? plannedIn(asked) : (criteriaAtHand(work)?.criteria ?? []), settings)
  return { commands: items.flatMap(({ commands }) => commands), faults: items.flatMap(({ faults }) => faults) }
}

/** @returns the criteria as items, and what the settings ask for, by whatever workflow the work goes */
export function itemsOf(
  { plan }: Pick<Workflow, 'plan'>,
  criteria: readonly PlannedCriterion[],
  { always }: Pick<ProofSettings, 'always'>,
): ItemAtHand[] {
  return knownCriteria(criteria, always).map(({ criterion, isAlways, known }, index) => {
    const said = isAlways ? undefined : criterion.text
    const placeOf = (line: number) =>
      criterion.id ?? (line === 0 || !plan ? `${settingsPath}, proof.always` : `${plan.file}:${line}`)
    const faults = [
      ...criterion.faults.map((fault) => ({ ...fault, fix: `For example: ${fault.fix}` })),
      ...criterion.commands.flatMap((command) => shellFault(command, isAlways ? inScript : orShell)),
    ]
      .sort((one, other) => one.line - other.line)
      .map(({ line, message, fix }) => ({ place: placeOf(line), message, fix }))
    const commands = faults.length > 0 ? [] : criterion.commands.map((command) => ({ command, criterion: said }))
    return { number: index + 1, criterion, isAlways, known, commands, faults }
  })
}

const inScript = 'Put it into a script.'
const orShell = 'Put it into a script, or say `shell:`.'

function shellFault({ kind, text, line: at }: PlannedCommand, fix: string): ItemFault[] {
  const line = kind === 'run' ? simpleCommand(text) : undefined
  return line && 'needsShell' in line ? [{ line: at, message: `\`run:\` has no shell: ${line.needsShell}.`, fix }] : []
}
