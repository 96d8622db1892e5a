import { defineCommand } from '../../cli/command'
import { outputOfBlocklist } from './blocklist-output'
import { readBlocklist } from './user-blocklist'

/** Lists whom a user has blocked. */
export const command = defineCommand({
  name: 'blocked',
  summary: 'lists whom you have blocked',
  options: [],
  async run(_, { env }) {
    const list = readBlocklist(env)
    return outputOfBlocklist(list, list.length === 0 ? 'Nobody is blocked.' : 'Blocked:')
  },
})
