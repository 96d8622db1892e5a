import { code, codeSpan, inline } from '../../text/markdown/code'
import type { PlannedCommand } from './planned-command'
import { readsAsCommand } from './reads-as-command'
import { simpleCommand } from './simple-command'

/**
 * Finds the command in a text that says how something is verified, as people write it: `npm test`, in backticks or not.
 * It is for a shell if it needs one; undefined if the text is a sentence.
 */
export function saidCommand(verify: string): Pick<PlannedCommand, 'kind' | 'text'> | undefined {
  const said = verify.trim()
  const spanned = codeSpan(said)?.trim()
  const text = spanned ?? said
  if (/\p{C}/u.test(text)) return undefined
  const read = simpleCommand(text)
  // What a shell cannot read as it stands is a command only if something in it is for a shell.
  const mayBeRead = 'argv' in read || /&&|\|\||[|;<>$*=]/.test(text)
  if (spanned === undefined && !(mayBeRead && readsAsCommand(text))) return undefined
  return { kind: 'argv' in read ? 'run' : 'shell', text }
}

/** Writes how a criterion is verified as an item below it: a command after `run:` or `shell:`, everything else as prose. */
export function verificationItem(verify: string): string {
  const command = saidCommand(verify)
  return command ? `- ${command.kind}: ${code(command.text)}` : `- verify: ${inline(verify.trim())}`
}
