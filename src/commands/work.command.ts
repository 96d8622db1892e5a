import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../text/failure'

const acts = ['use', 'rename'] as const

export const command = defineCommand({
  name: 'work',
  summary: 'List what is under way; use or rename a piece',
  argument: {
    name: 'act',
    help: '`use NAME`: it is meant here on this branch; or `rename OLD NEW`',
    choices: acts,
    many: true,
  },
  options: [
    { key: 'all', flag: '--all', help: 'in every worktree and branch of this clone, read without checking out' },
    waitOption,
  ],
  async run(act, cli, [name, to]) {
    if (act === undefined) return (await import('../show/board/work')).work(cli)
    if (act === 'use') return (await import('./rename')).use(name, cli)
    if (act === 'rename' && name !== undefined && to !== undefined)
      return (await import('./rename')).renamed(name, to, cli)
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
