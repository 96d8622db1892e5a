import { type Folder, makeFolder } from './folder'
import { spellHere } from './packed-program'
import { shellOf } from './words'

/** A session of Claude Code: what the developer writes there, and what its agent runs. */
export function sessionIn({ path }: Pick<Folder, 'path'>, session = 'one', state = makeFolder().path) {
  const env = shellOf(session, state)
  const runs = (args: readonly string[], input = '') => spellHere(path, args, { env, input })
  return {
    env,
    runs,
    says: (prompt: string) => runs(['word', '--agent', 'claude'], JSON.stringify({ prompt, session_id: session })),
    /** @returns the document that a command prints */
    asks(...args: readonly string[]) {
      const { stdout, stderr } = runs([...args, '--json'])
      return JSON.parse(stdout || stderr)
    },
  }
}
