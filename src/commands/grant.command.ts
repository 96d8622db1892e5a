import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { refuseWithoutDeveloper } from '../cli/developer'

export const command = defineCommand({
  name: 'grant',
  summary: 'Let the agent go on until the work is complete, 20 steps at most; developer only',
  options: [{ key: 'end', flag: '--end', help: 'end it' }],
  async run(_, cli) {
    const ctx = castContextOf(cli)
    if (cli.options.end) {
      const { endGrants } = await import('../word/seen')
      const count = await endGrants(ctx)
      const said =
        count === 0 ? 'There is no grant here.' : 'The grant has ended. The next **Accio** takes a word again.'
      return documentOutput('grant', true, { granted: false }, `${said}\n`)
    }
    await refuseWithoutDeveloper(cli, 'spell grant', ['is the word of the developer', 'is typed in a terminal'])
    const [{ sayTyped }, { grantedSteps }] = [await import('../word/typed'), await import('../word/heard')]
    await sayTyped(ctx, { words: { accio: 1 }, untilComplete: true })
    const text = `The agent may cast **Accio** until the work is complete, ${grantedSteps} steps at most. End it: \`spell grant --end\`.\n`
    return documentOutput('grant', true, { granted: true, steps: grantedSteps }, text)
  },
})
