import type { Environment } from '../../src/disk/environment'
import { waitingIn } from '../../src/proof/consent/bound-command'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { currentCommands } from '../../src/proof/consent/current-commands'
import { allWork } from '../../src/work/open'

/** A new git repository for a piece of work. */
export interface Place {
  readonly write: (path: string, text: string) => void
  readonly read: (path: string) => string
  /** Runs `spell` with arguments, an input and variables. @returns its piped output; fails if the exit code is not 0 */
  readonly say: (args: readonly string[], input?: string, variables?: Readonly<Record<string, string>>) => string
  /** Lets the commands that are shown run, as the developer does in a terminal. */
  readonly allow: () => Promise<void>
}

/** Creates one; each piece of work gets its own. */
export type MakePlace = () => Place

/** @returns everything that was printed by its own `say`, in order */
export function listening({ say }: Pick<Place, 'say'>) {
  const heard: string[] = []
  return { heard, say: (args: readonly string[], input?: string) => void heard.push(say(args, input)) }
}

/** What `allow` of a place does. */
export async function allowAll(root: string, env: Environment): Promise<void> {
  for (const work of await allWork(root)) {
    const consents = consentsOf(work, currentCommands(work, { always: [] }).commands, env)
    await keepConsent(consents, waitingIn(consents), 'work', new Date())
  }
}

export const bytesOf = (texts: readonly string[]): number => Buffer.byteLength(texts.join(''))
