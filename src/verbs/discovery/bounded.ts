import { exit, Failure } from '../../failure/failure'

/** The longest input of a command, so that state and history stay small. In bytes. */
export const maxWordsBytes = 64 * 1024

/** @throws Failure (usage) `too-large` if the texts together are too long */
export function refuseTooLong(what: string, texts: readonly string[], fix: string): void {
  if (Buffer.byteLength(texts.join('')) <= maxWordsBytes) return
  throw new Failure(exit.usage, 'too-large', `${what} is longer than 64 KiB.`, fix)
}
