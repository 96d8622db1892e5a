import { applyPatch, parsePatch } from 'diff'

/**
 * @param patch of git
 * @param path of a file, as git names it
 * @param text of the file as it is now
 * @returns the text that the developer sees when the patch is applied again
 */
export function withPatch(patch: string, path: string, text: string): string {
  const part = patch.split(/^(?=diff --git )/m).find((one) => one.split('\n').some((line) => isOf(line, path)))
  const [parsed] = part ? parsePatch(part) : []
  const patched = parsed ? applyPatch(text, parsed) : false
  return patched === false ? text : patched
}

/** After a name with a space git puts a tab. */
const isOf = (line: string, path: string): boolean => line.trimEnd() === `+++ b/${path}`
