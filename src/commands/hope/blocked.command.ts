import { bullets, code, inline } from '../../answer/markdown'
import type { Command, Output } from '../../cli/command'
import { exit } from '../../failure/failure'
import type { Blocked } from '../../workflows/hope/blocklist'
import { readBlocklist } from './user-blocklist'

/** Lists whom a user has blocked. */
export const command: Command = {
  name: 'blocked',
  summary: 'lists whom you have blocked',
  options: [],
  async run(_, { env }) {
    const list = readBlocklist(env)
    return outputOfBlocklist(list, list.length === 0 ? 'Nobody is blocked.' : 'Blocked:')
  },
}

/** The list, below a sentence that says what has become of it. */
export function outputOfBlocklist(list: readonly Blocked[], said: string): Output {
  const lines = list.map(({ name, reason, blockedAt }) => {
    const [since = ''] = blockedAt.split('T')
    return `${code(inline(name))}${reason && `: ${inline(reason)}`}${since && ` (since ${inline(since)})`}`
  })
  return {
    document: { schemaVersion: 1, kind: 'blocked', ok: true, workflow: 'hope', blocked: list, warnings: [] },
    markdown: `${[said, ...(lines.length > 0 ? ['', bullets(lines)] : [])].join('\n')}\n`,
    exitCode: exit.done,
  }
}
