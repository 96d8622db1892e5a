import { bullets, code, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import { type CommandContext, defineCommand, type Output } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { cleanName, isSameName, partsOf } from '../../flows/hope/blocklist'
import { changeBlocklist, readBlocklist } from '../../verbs/hope/user-blocklist'

/** Manages the experts that the user does not want to hear, for all repositories. */

const argument = { name: 'name', help: 'whom' }

export const block = defineCommand({
  name: 'block',
  summary: 'Block an expert from your consultations, in every repository',
  argument,
  options: [],
  async run(name, { env }) {
    const whom = nameIn(name, 'block')
    await changeBlocklist(env, 'hope block', (list) =>
      list.some((one) => isSameName(one, whom)) ? list : [...list, whom],
    )
    return outputOf(env, `${code(whom)} is blocked. \`spell hope unblock ${JSON.stringify(whom)}\` takes that back.`)
  },
})

export const unblock = defineCommand({
  name: 'unblock',
  summary: 'Unblock an expert',
  argument,
  options: [],
  async run(name, { env }) {
    const whom = nameIn(name, 'unblock')
    await changeBlocklist(env, 'hope unblock', (list) => list.filter((one) => !isSameName(one, whom)))
    return outputOf(env, `${code(whom)} is not blocked.`)
  },
})

export const blocked = defineCommand({
  name: 'blocked',
  summary: 'List the experts that you have blocked',
  options: [],
  run: async (_, { env }) => outputOf(env, readBlocklist(env).length === 0 ? 'Nobody is blocked.' : 'Blocked:'),
})

function outputOf(env: CommandContext['env'], said: string): Output {
  const list = readBlocklist(env)
  return documentOutput(
    'blocked',
    true,
    { workflow: 'hope', blocked: list },
    `${paragraphs(said, bullets(list.map(code)))}\n`,
  )
}

function nameIn(name: string | undefined, verb: string): string {
  const whom = cleanName(name ?? '')
  if (partsOf(whom).length > 0) return whom
  throw new Failure(exit.usage, 'usage', 'Whom? A name is needed.', `spell hope ${verb} "Name"`)
}
