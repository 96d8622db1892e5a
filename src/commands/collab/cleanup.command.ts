import { inline } from '../../answer/markdown'
import { agrees } from '../../cli/ask'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { nearest } from '../../workflows/nearest'
import { type Choice, choices, cleanUp, type Papers } from './cleanup'
import { castOn, changing, outputOfSession, sessionOf } from './session-command'

/** Decides what becomes of the papers of a session. */
export const command = defineCommand({
  name: 'cleanup',
  summary: 'archives, deletes or keeps the papers of a session that is done',
  argument: { name: 'choice', help: choices.join(', ') },
  options: [{ key: 'yes', flag: '--yes', help: 'delete without asking' }, ...changing],
  async run(asked, cli) {
    const choice = choiceNamed(asked)
    const meant = sessionOf(cli)
    const finish = (papers: Papers) => castOn(meant, { verb: 'cleanup', choice, ...papers })
    const agree = () => agrees(cli, 'Take the session out of the repository without a copy?', needsYes)
    return outputOfSession(await cleanUp(meant.workflow, meant.ctx, choice, finish, agree), cli)
  },
})

function choiceNamed(asked: string | undefined): Choice {
  const name = asked?.trim().toLowerCase() ?? ''
  const choice = choices.find((known) => known === name)
  if (choice) return choice
  const message =
    asked === undefined
      ? `What becomes of the papers? ${choices.join(', ')}.`
      : `There is no choice "${inline(asked)}"; there is ${nearest(name, choices).join(', ')}.`
  throw new Failure(
    exit.usage,
    asked === undefined ? 'usage' : 'unknown-choice',
    message,
    'spell collab cleanup archive',
  )
}

const needsYes = (): Failure => {
  const message = 'The papers of the session would be gone from the repository.'
  return new Failure(exit.usage, 'needs-yes', message, 'spell collab cleanup delete --yes')
}
