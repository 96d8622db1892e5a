import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../failure/failure'

export const command = defineCommand({
  name: 'work',
  summary: 'List what is under way, or rename a piece of it',
  argument: { name: 'rename', help: '`rename OLD NEW` gives a named piece of work another name', many: true },
  options: [
    { key: 'all', flag: '--all', help: 'in every worktree and branch of this clone, read without checking out' },
    waitOption,
  ],
  async run(verb, cli, [from, to]) {
    if (verb === undefined) return (await import('../board/work')).work(cli)
    if (verb !== 'rename' || from === undefined || to === undefined) {
      const message = 'Two names are needed: the one that the piece of work has, and the new one.'
      throw new Failure(exit.usage, 'usage', message, 'spell work rename old-name new-name')
    }
    const { rename } = await import('../steps/rename')
    const { workflow, name, folder } = await rename(castContextOf(cli), from, to)
    const document = { workflow, work: name, from, folder }
    return documentOutput('rename', true, document, `\`${from}\` is called \`${name}\` now, in \`${folder}/\`.\n`)
  },
})
