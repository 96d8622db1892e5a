import { agrees } from '../../cli/ask'
import { defineCommand } from '../../cli/command'
import { needed, wordNamed } from '../../cli/given-words'
import { waitOption } from '../../cli/options'
import { saidOption, words } from '../../cli/said'
import { exit, Failure } from '../../failure/failure'
import { choices, cleanUp } from '../../verbs/collab/cleanup'
import { act, changing, sessionOf, sessionOption } from '../../verbs/collab/session-command'
import { outputOfWork } from '../../verbs/instances'

/** The end of a session: once its work is done, and before. */

const fix = 'spell collab cleanup archive'

export const cleanup = defineCommand({
  name: 'cleanup',
  isDestructive: true,
  summary: 'Archive, delete or keep the documents of a finished session',
  argument: { name: 'choice', help: choices.join(', ') },
  options: [{ key: 'yes', flag: '--yes', help: 'delete without asking' }, saidOption, ...changing],
  async run(typed, cli) {
    const word = needed(typed, `What is to be done with the documents? ${choices.join(', ')}.`, fix)
    const choice = wordNamed(word, 'choice', choices, fix)
    const agree = () => agrees(cli, 'Take the session out of the repository without a copy?', needsYes)
    const said = words(cli.options.said, 'spell collab cleanup archive --said "…"')
    return outputOfWork(await cleanUp(await sessionOf(cli), choice, agree, said), cli)
  },
})

const needsYes = (): Failure => {
  const message =
    'The documents of the session would be gone from the repository: `--yes` is for a developer who said “delete”.'
  return new Failure(exit.usage, 'needs-yes', message, fix)
}

export const stop = defineCommand({
  name: 'stop',
  isDestructive: true,
  summary: 'End the session before its work is done; its files stay, undo takes it back',
  options: [saidOption, sessionOption, waitOption],
  async run(_, cli) {
    const said = words(cli.options.said, 'spell collab stop --said "…"')
    return act(cli, { verb: 'stop', ...(said && { said }) })
  },
})
