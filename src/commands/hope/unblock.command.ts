import { code } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { withoutBlocked } from '../../workflows/hope/blocklist'
import { nameIn, outputOfBlocklist } from './blocklist-output'
import { changeBlocklist } from './user-blocklist'

/** Lets an expert in again. */
export const command = defineCommand({
  name: 'unblock',
  summary: 'lets an expert into your consultations again',
  argument: { name: 'name', help: 'whom' },
  options: [],
  async run(name, { env }) {
    const whom = nameIn(name, 'unblock')
    const { before, after } = await changeBlocklist(env, 'hope unblock', new Date(), (list) =>
      withoutBlocked(list, whom),
    )
    const isGone = after.length < before.length
    return outputOfBlocklist(
      after,
      isGone ? `${code(whom)} is not blocked any more.` : `${code(whom)} was not blocked.`,
    )
  },
})
