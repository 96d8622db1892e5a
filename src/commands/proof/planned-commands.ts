import { readText } from '../../store/disk/read'
import { alwaysAsked } from '../../store/proofs/standings'
import { settingsPath } from '../../store/settings/settings'
import { type PlannedCommand, readCriterion } from '../../workflows/proving/criterion'
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

/**
 * Reads the commands of the work at hand: those of its plan, and those that the settings ask for.
 *
 * @param root absolute
 * @throws Failure if the plan cannot be read
 */
export function commandsAtHand(
  root: string,
  { plan }: Workflow,
  { always }: Pick<ProofSettings, 'always'>,
): CommandsAtHand {
  const placeOf = ({ line }: { readonly line: number }) => placeIn(plan, line)
  const criteria = plan?.criteria(readText(root, plan.file) ?? '').map(readCriterion) ?? []
  const read = criteria.map(({ text: criterion, commands, faults }): CommandsAtHand => {
    const needing = commands.flatMap((command) => shellFault(command, placeOf(command), orShell))
    const written = faults.map(({ line, message, fix }) => ({
      place: placeOf({ line }),
      message,
      fix: `For example: ${fix}`,
    }))
    const found = [...written, ...needing]
    return { commands: found.length > 0 ? [] : commands.map((command) => ({ command, criterion })), faults: found }
  })
  const asked = always.map((text): CommandsAtHand => {
    const { commands } = alwaysAsked(text)
    const faults = commands.flatMap((command) => shellFault(command, placeOf(command), inScript))
    return { commands: faults.length > 0 ? [] : commands.map((command) => ({ command, criterion: undefined })), faults }
  })
  const all = [...read, ...asked]
  return { commands: all.flatMap(({ commands }) => commands), faults: all.flatMap(({ faults }) => faults) }
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
