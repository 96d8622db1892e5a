import { code, inline } from '../text/markdown/code'
import { saidCommand } from './criteria/said-command'

/** Writes how a criterion is verified as an item below it: a command after `run:` or `shell:`, everything else as prose. */
export function verificationItem(verify: string): string {
  const command = saidCommand(verify)
  return command ? `- ${command.kind}: ${code(command.text)}` : `- verify: ${inline(verify.trim())}`
}
