import { defineCommand } from '../../cli/command'
import { recover } from '../verbs/standard'
import { act, changing, sessionOf, sessionOption } from './session-command'

/** Three ways to ask where a session stands: all of it, the next skill, and all that a new conversation needs. */

export const status = defineCommand({
  name: 'status',
  summary: 'shows where the session stands and what is to be done',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'status' }),
})

export const next = defineCommand({
  name: 'next',
  summary: 'says which skill is to be done now; moves nothing',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'next' }),
})

export const resume = defineCommand({
  name: 'resume',
  summary: 'says what is to be done, with the note and the documents, after the context was cleared',
  options: [
    { key: 'fromBackup', flag: '--from-backup', help: 'make a session whole again whose state cannot be read' },
    ...changing,
  ],
  run: (_, cli) => (cli.options.fromBackup ? recover(sessionOf(cli)) : act(cli, { verb: 'resume' })),
})
