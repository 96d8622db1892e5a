import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { refuseWithoutDeveloper } from '../cli/developer'
import { settingsOf } from '../settings/settings'

export const command = defineCommand({
  name: 'say',
  summary: 'Say a word for the agent beside this terminal; developer only',
  argument: { name: 'word', help: 'a spell, its plain word, or a command that only you decide' },
  options: [],
  async run(typed, cli) {
    const { wordNamed, sayTyped } = await import('../word/typed-word')
    const ctx = castContextOf(cli)
    const word = await wordNamed(typed, ctx.root, (await settingsOf(ctx)).workflow)
    await refuseWithoutDeveloper(cli, `spell say ${word}`, ['is the word of the developer', 'is typed in a terminal'])
    await sayTyped(ctx, { words: { [word]: 1 } })
    return documentOutput(
      'say',
      true,
      { word },
      `“${word}” is said, for one step. Tell the agent beside this terminal to go on.\n`,
    )
  },
})
