import { defineCommand } from '../../cli/command'
import { act, changing, sessionOption } from '../../verbs/collab/session-command'

/** Three views of a session: its state, the next skill, and everything that a new conversation needs. */

export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the session and the next step',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'status' }),
})

export const next = defineCommand({
  name: 'next',
  summary: 'Print the skill to do now; changes nothing',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'next' }),
})

export const resume = defineCommand({
  name: 'resume',
  summary: 'Print the next step with note and documents, after a cleared context',
  options: changing,
  run: (_, cli) => act(cli, { verb: 'resume' }),
})
