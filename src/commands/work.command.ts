import { defineCommand } from '../cli/command'

/** Lists the work that is under way. */
export const command = defineCommand({
  name: 'work',
  summary: 'List what is under way, of all workflows',
  options: [
    { key: 'all', flag: '--all', help: 'in every worktree and branch of this clone, read without checking out' },
    { key: 'board', flag: '--board', help: 'by phase; in a terminal as a board' },
  ],
  run: async (_, cli) => (await import('../board/work')).work(cli),
})
