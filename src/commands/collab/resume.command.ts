import { defineCommand } from '../../cli/command'
import { recover } from '../verbs/standard'
import { act, changing, sessionOf } from './session-command'

/** Brings a new conversation up to date. */
export const command = defineCommand({
  name: 'resume',
  summary: 'says what is to be done, with the note and the documents, after the context was cleared',
  options: [
    { key: 'fromBackup', flag: '--from-backup', help: 'make a session whole again whose state cannot be read' },
    ...changing,
  ],
  run: (_, cli) => (cli.options.fromBackup ? recover(sessionOf(cli)) : act(cli, { verb: 'resume' })),
})
