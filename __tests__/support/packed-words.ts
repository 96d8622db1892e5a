import { randomUUID } from 'node:crypto'
import { type Folder, makeFolder } from './folder'
import { spellHere } from './packed-program'
import { shellOf } from './words'

/** A session of Claude Code: what the developer writes there, and what its agent runs. */
export function sessionIn(
  { path }: Pick<Folder, 'path'>,
  session = 'one',
  state = makeFolder().path,
  surface: Readonly<Record<string, string>> = {},
) {
  const env = { ...shellOf(session, state), ...surface }
  const runs = (args: readonly string[], input = '') => spellHere(path, args, { env, input })
  const hears = (prompt: string) =>
    runs(['word', '--agent', 'claude'], JSON.stringify({ prompt, session_id: session, prompt_id: randomUUID() }))
  return {
    env,
    runs,
    /** A message with more in it than a word, which is kept for the agent. */
    says: (prompt: string) => hears(`${prompt}\nTell me what you did.`),
    /** A message as it is: a word alone is cast. */
    hears,
    /** @returns the document that a command prints */
    asks(...args: readonly string[]) {
      const { stdout, stderr } = runs([...args, '--json'])
      return JSON.parse(stdout || stderr)
    },
  }
}
