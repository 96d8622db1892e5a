import { readText } from '../../store/disk/read'
import { alwaysAsked } from '../../store/proofs/standings'
import { settingsPath } from '../../store/settings/settings'
import { type PlannedCommand, type PlannedCriterion, readCriterion } from '../../workflows/proving/criterion'
import type { ProofSettings, Workflow } from '../../workflows/workflow'
import { simpleCommand } from './simple-command'

/** A command of the work at hand. */
export interface CommandAtHand {
  readonly command: PlannedCommand
  /** The text of its criterion; undefined if the settings ask for it, whatever the plan says. */
  readonly criterion: string | undefined
}

/** What cannot be run as it is written. */
export interface CommandFault {
  /** `.ai/task/plan.md:7` */
  readonly place: string
  readonly message: string
  /** How it could be written. */
  readonly fix: string
}

export interface CommandsAtHand {
  /** In the order of the plan; those of the settings come last. */
  readonly commands: readonly CommandAtHand[]
  /** A criterion with one of them has no command that counts. */
  readonly faults: readonly CommandFault[]
}

/** A criterion of the plan, or a command that the settings ask for as one. */
export interface ItemAtHand extends CommandsAtHand {
  /** From 1, as the plan has them; those of the settings come last. */
  readonly number: number
  readonly criterion: PlannedCriterion
  readonly isAlways: boolean
}

/**
 * Reads the commands of the work at hand: those of its plan, and those that the settings ask for.
 *
 * @param root absolute
 * @throws Failure if the plan cannot be read
 */
export function commandsAtHand(
  root: string,
  { plan }: Workflow,
  settings: Pick<ProofSettings, 'always'>,
): CommandsAtHand {
  const items = itemsIn(plan, (plan && readText(root, plan.file)) ?? '', settings)
  return { commands: items.flatMap(({ commands }) => commands), faults: items.flatMap(({ faults }) => faults) }
}

/** @param text of the plan */
export function itemsIn(plan: Workflow['plan'], text: string, { always }: Pick<ProofSettings, 'always'>): ItemAtHand[] {
  const criteria = plan?.criteria(text).map(readCriterion) ?? []
  const written = criteria.map((criterion) => ({ criterion, isAlways: false }))
  const asked = always.map((each) => ({ criterion: alwaysAsked(each), isAlways: true }))
  return [...written, ...asked].map(({ criterion, isAlways }, index) => {
    const said = isAlways ? undefined : criterion.text
    const faults = [
      ...criterion.faults.map(({ line, message, fix }) => ({
        place: placeIn(plan, line),
        message,
        fix: `For example: ${fix}`,
      })),
      ...criterion.commands.flatMap((command) =>
        shellFault(command, placeIn(plan, command.line), isAlways ? inScript : orShell),
      ),
    ]
    const commands = faults.length > 0 ? [] : criterion.commands.map((command) => ({ command, criterion: said }))
    return { number: index + 1, criterion, isAlways, commands, faults }
  })
}

/** @returns where a command stands: in a line of the plan, or in the settings */
export const placeIn = (plan: Workflow['plan'], line: number): string =>
  line === 0 || !plan ? `${settingsPath}, proof.always` : `${plan.file}:${line}`

const inScript = 'Put it into a script.'
const orShell = 'Put it into a script, or say `shell:`.'

function shellFault({ kind, text }: PlannedCommand, place: string, fix: string): CommandFault[] {
  const line = kind === 'run' ? simpleCommand(text) : undefined
  return line && 'needsShell' in line ? [{ place, message: `\`run:\` has no shell: ${line.needsShell}.`, fix }] : []
}
