import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { type CommandContext, defineCommand, type Output } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../failure/failure'
import { slug } from '../flows/slug'
import { allNames, keepUse, unknownName } from '../work/kept-use'

const acts = ['use', 'rename'] as const

export const command = defineCommand({
  name: 'work',
  summary: 'List what is under way; use or rename a piece',
  argument: { name: 'act', help: '`use NAME`: it is meant here on this branch; or `rename OLD NEW`', choices: acts },
  further: [{ name: 'name', help: 'its name, as the list has it; to rename it, the new one, too', many: true }],
  options: [
    { key: 'all', flag: '--all', help: 'in every worktree and branch of this clone, read without checking out' },
    waitOption,
  ],
  async run(act, cli, [name, to]) {
    if (act === undefined) return (await import('../board/work')).work(cli)
    if (act === 'use') return use(name, cli)
    if (act === 'rename' && name !== undefined && to !== undefined) return renamed(name, to, cli)
    const [message, fix] =
      act === 'rename'
        ? [
            'Two names are needed: the one that the piece of work has, and the new one.',
            `spell work rename ${name ?? 'old-name'} new-name`,
          ]
        : [`“${act}” is nothing to do with a piece of work; there is ${acts.join(' and ')}.`, 'spell work']
    throw new Failure(exit.usage, 'usage', message, fix)
  },
})

async function use(asked: string | undefined, cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const known = await allNames(ctx.root)
  const names = known.map(({ name }) => name)
  if (asked === undefined)
    throw new Failure(exit.usage, 'usage', 'Which piece of work? Its name is needed.', 'spell work', { details: names })
  const found = known.find(({ name }) => name === asked) ?? known.find(({ name }) => name === slug(asked))
  if (!found) throw unknownName('work', asked, names, () => 'spell work')
  const { name, entry } = found
  await keepUse(ctx, entry.name, name)
  const said = `From now on, \`${name}\` is meant here on this branch. \`${entry.look(name)}\` shows it.`
  return documentOutput('use', true, { workflow: entry.name, work: name }, `${said}\n`)
}

async function renamed(from: string, to: string, cli: CommandContext): Promise<Output> {
  const { rename } = await import('../steps/rename')
  const { workflow, name, folder } = await rename(castContextOf(cli), from, to)
  const document = { workflow, work: name, from, folder }
  return documentOutput('rename', true, document, `\`${from}\` is called \`${name}\` now, in \`${folder}/\`.\n`)
}
