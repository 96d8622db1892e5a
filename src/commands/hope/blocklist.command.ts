import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand, type Output } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { type Blocked, cleanName, isBlocked, withBlocked, withoutBlocked } from '../../flows/hope/blocklist'
import { changeBlocklist, readBlocklist } from '../../verbs/hope/user-blocklist'

/** Manages the experts that the user does not want to hear, for all repositories. */

const argument = { name: 'name', help: 'whom' }

export const block = defineCommand({
  name: 'block',
  summary: 'Block an expert from your consultations, in every repository',
  argument,
  options: [{ key: 'reason', flag: '--reason', value: 'TEXT', help: 'why, in one line' }],
  async run(name, { options, env }) {
    const whom = nameIn(name, 'block')
    const now = new Date()
    const { before, after } = await changeBlocklist(env, 'hope block', now, (list) =>
      withBlocked(list, whom, options.reason, now.toISOString()),
    )
    const said = `${code(whom)} is blocked${before.length < after.length ? ' from now on' : ''}.`
    return outputOf(after, `${said} \`spell hope unblock ${JSON.stringify(inline(whom))}\` takes that back.`)
  },
})

export const unblock = defineCommand({
  name: 'unblock',
  summary: 'Unblock an expert',
  argument,
  options: [],
  async run(name, { env }) {
    const whom = nameIn(name, 'unblock')
    const { before, after } = await changeBlocklist(env, 'hope unblock', new Date(), (list) =>
      withoutBlocked(list, whom),
    )
    const said = after.length < before.length ? 'is not blocked any more' : 'was not blocked'
    return outputOf(after, `${code(whom)} ${said}.`)
  },
})

export const blocked = defineCommand({
  name: 'blocked',
  summary: 'List the experts that you have blocked',
  options: [],
  async run(_, { env }) {
    const list = readBlocklist(env)
    return outputOf(list, list.length === 0 ? 'Nobody is blocked.' : 'Blocked:')
  },
})

function outputOf(list: readonly Blocked[], said: string): Output {
  const lines = list.map(({ name, reason, blockedAt }) => {
    const [since = ''] = blockedAt.split('T')
    return `${code(inline(name))}${reason && `: ${inline(reason)}`}${since && ` (since ${inline(since)})`}`
  })
  const markdown = `${paragraphs(said, bullets(lines))}\n`
  return documentOutput('blocked', true, { workflow: 'hope', blocked: list }, markdown)
}

function nameIn(name: string | undefined, verb: string): string {
  const whom = cleanName(name ?? '')
  if (isBlocked([{ name: whom }], whom) !== undefined) return whom
  throw new Failure(exit.usage, 'usage', 'Whom? A name is needed.', `spell hope ${verb} "Name"`)
}
