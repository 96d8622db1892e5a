import { code, inline } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { withBlocked } from '../../workflows/hope/blocklist'
import { nameIn, outputOfBlocklist } from './blocklist-output'
import { changeBlocklist } from './user-blocklist'

/** Keeps an expert out of consultations, in all repositories of this user. */
export const command = defineCommand({
  name: 'block',
  summary: 'keeps an expert out of your consultations, in every repository',
  argument: { name: 'name', help: 'whom' },
  options: [{ key: 'reason', flag: '--reason', value: 'TEXT', help: 'why, in one line' }],
  async run(name, { options, env }) {
    const whom = nameIn(name, 'block')
    const now = new Date()
    const { before, after } = await changeBlocklist(env, 'hope block', now, (list) =>
      withBlocked(list, whom, options.reason, now.toISOString()),
    )
    const said = before.length < after.length ? `${code(whom)} is blocked from now on.` : `${code(whom)} is blocked.`
    return outputOfBlocklist(after, `${said} \`spell hope unblock ${quoted(whom)}\` takes that back.`)
  },
})

const quoted = (name: string): string => JSON.stringify(inline(name))
