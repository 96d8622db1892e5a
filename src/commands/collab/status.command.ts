import { defineCommand } from '../../cli/command'
import { attempt, Failure } from '../../failure/failure'
import { act, changing, refuseUnstarted, sessionOf, sessionOption } from '../../verbs/collab/session-command'
import { recover } from '../../verbs/standard'

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
  options: [
    { key: 'fromBackup', flag: '--from-backup', help: 'make a session whole again whose state cannot be read' },
    ...changing,
  ],
  async run(_, cli) {
    if (!cli.options.fromBackup) return act(cli, { verb: 'resume' })
    const meant = await sessionOf(cli)
    if (!(attempt(() => meant.work.saved) instanceof Failure)) refuseUnstarted(meant.work)
    return recover(meant)
  },
})
