import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { refuseWithoutDeveloper } from '../cli/developer'
import { exit, Failure } from '../failure/failure'

export const command = defineCommand({
  name: 'grant',
  summary: 'Let the agent go on until the work is complete, 20 steps at most; developer only',
  options: [{ key: 'end', flag: '--end', help: 'end it' }],
  async run(_, cli) {
    const ctx = castContextOf(cli)
    if (cli.options.end) {
      const { endGrants, grantsHere } = await import('../word/with-words')
      const count = await endGrants(ctx)
      if (((await grantsHere(ctx))?.keys.length ?? 0) > 0) throw stillThere()
      const said =
        count === 0 ? 'There is no grant here.' : 'The grant has ended. The next **Accio** takes a word again.'
      return documentOutput('grant', true, { granted: false }, `${said}\n`)
    }
    await refuseWithoutDeveloper(cli, 'spell grant', ['is the word of the developer', 'is typed in a terminal'])
    const [{ sayTyped }, { grantedSteps }] = [await import('../word/typed-word'), await import('../word/sessions')]
    await sayTyped(ctx, { words: { accio: 1 }, untilComplete: true })
    const text = `The agent may cast **Accio** until the work is complete, ${grantedSteps} steps at most. End it: \`spell grant --end\`.\n`
    return documentOutput('grant', true, { granted: true, steps: grantedSteps }, text)
  },
})

const stillThere = (): Failure =>
  new Failure(
    exit.notPossible,
    'not-kept',
    'The grant cannot be ended from here, as in a sandbox: what is kept of it cannot be written.',
    'spell grant --end   # the developer, in a terminal; or “wait” as a message',
  )
