import { applyPatch, parsePatch } from 'diff'

/** @returns the text of a file, by its path as git names it, after a patch of git is applied */
export function withPatch(patch: string, path: string, text: string): string {
  const part = patch
    .split(/^(?=diff --git )/m)
    .find((one) => one.split('\n').some((line) => line.trimEnd() === `+++ b/${path}`))
  const [parsed] = part ? parsePatch(part) : []
  const patched = parsed ? applyPatch(text, parsed) : false
  return patched === false ? text : patched
}
