import { spawnSync } from 'node:child_process'
import { differenceOf, inPairs } from '../../bench/pairs'
import { envOf } from '../place'
import type { Suite } from '../trial'

const rounds = 21

// One payload in the forms of all hosts.
const session = { session: 'timed', session_id: 'timed', sessionId: 'timed', timestamp: 1, cwd: '/tmp' }
const said = 'Looks good so far.'
const command = 'ls -l'
const message = { ...session, hook_event_name: 'UserPromptSubmit', prompt: said, text: said }
const tool = {
  ...{ ...session, hook_event_name: 'PreToolUse', tool_name: 'Bash', toolName: 'bash', tool: 'bash' },
  ...{ tool_input: { command }, args: { command }, toolArgs: JSON.stringify({ command }) },
}

/** What the hooks add to a message and to a tool call, over a Node that does nothing: figures, no expectations. */
export const time: Suite = async ({ host, place }) => {
  const taken = (program: string, args: readonly string[], input: object) => () => {
    const began = performance.now()
    spawnSync(program, args, { cwd: place.root, env: envOf(place), input: JSON.stringify(input) })
    return performance.now() - began
  }
  const added = async (input: object, ...hook: readonly string[]) => {
    const ours = taken(`${place.root}/node_modules/.bin/spell`, [...hook, '--agent', host.name], input)
    return Math.round(differenceOf(await inPairs(rounds, ours, taken(process.execPath, ['-e', '0'], {}))))
  }
  const [word, guard] = [await added(message, 'word'), await added(tool, 'guard', 'tool')]
  console.log(`      ${host.name} time: ${word} ms a message and ${guard} ms a tool call, over an empty Node`)
}
