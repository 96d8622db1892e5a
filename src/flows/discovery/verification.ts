import { code, inline } from '../../markdown/code'
import { saidCommand } from '../../proof/criteria/said-command'

/** A criterion as it is written, and how it is to be verified. */
export interface Criterion {
  readonly text: string
  readonly verify: string
}

/** Reads `text (verify: how)`; without it `verify` is empty. */
export function criterionIn(said: string): Criterion {
  const line = inline(said).trim()
  const at = line.toLowerCase().lastIndexOf('(verify:')
  if (at <= 0 || !line.endsWith(')')) return { text: line, verify: '' }
  return { text: line.slice(0, at).trim(), verify: line.slice(at + '(verify:'.length, -1).trim() }
}

/** Writes how a criterion is verified as an item below it: a command after `run:` or `shell:`, everything else as prose. */
export function verificationItem(verify: string): string {
  const command = saidCommand(verify)
  return command ? `- ${command.kind}: ${code(command.text)}` : `- verify: ${inline(verify.trim())}`
}
