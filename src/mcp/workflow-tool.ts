import type { Tool } from '@modelcontextprotocol/server'
import type { Audience } from '../answer/render'
import type { CastContext } from '../cast/context'
import type { Client, CommandContext, Group } from '../cli/command'
import { exit, Failure } from '../failure/failure'
import { outputSchema } from './output-schema'
import { audience, type Called } from './tools'
import { runVerb, type VerbCall } from './verb-call'

export const workflowTool = 'workflow'
/** The command that lists the others. */
const helpVerb = 'help'

/**
 * One tool for all workflows: a tool for each command would make a client's list far too long.
 *
 * @param groups all workflows
 * @param inUse the names of those in use; of the others only the verb that begins one is listed
 * @param description of the tool's purpose
 */
export async function workflowToolOf(
  groups: readonly Group[],
  inUse: readonly string[],
  description: string,
): Promise<Tool> {
  const names = groups.map(({ name }) => name)
  const verbsOf = async ({ name, load }: Group) => (inUse.includes(name) ? namesOf(await load()) : 'start')
  const list = await Promise.all(groups.map(async (group) => `${group.name}: ${await verbsOf(group)}`))
  return {
    name: workflowTool,
    title: 'Other workflows',
    description,
    inputSchema: {
      type: 'object',
      properties: {
        workflow: { type: 'string', enum: names },
        verb: { type: 'string', description: list.join('; ') },
        arguments: { type: 'array', items: { type: 'string' } },
        input: { type: 'string', description: 'The text of the file "-".' },
        for: audience,
      },
      required: ['workflow', 'verb'],
      additionalProperties: false,
    },
    outputSchema,
    // No annotations, as of the tool that proves.
  }
}

/**
 * Runs a command for a client.
 *
 * @param groups all workflows
 * @param given the arguments as received
 * @throws Failure if they are wrong, or as the command does
 */
export async function callWorkflow(
  groups: readonly Group[],
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext & Client>,
  cli: CommandContext,
): Promise<Called> {
  const { output, audience } = await runVerb(await readCall(groups, given), await edgeOf(), cli)
  return { document: output.document, text: output.exact ?? output.markdown, audience }
}

/** Throws Failure `usage` that names the mistake. */
async function readCall(groups: readonly Group[], given: Readonly<Record<string, unknown>>): Promise<VerbCall> {
  const { workflow, verb, arguments: words = [], input = '', for: whom = 'both', ...unknown } = given
  const wrong = (what: string, fix = `Call ${workflowTool} with workflow, verb, arguments, input and for.`) =>
    new Failure(exit.usage, 'usage', `${what}.`, fix)
  const [extra] = Object.keys(unknown)
  if (extra !== undefined) throw wrong(`The tool ${workflowTool} takes no argument "${extra}"`)
  const group = groups.find(({ name }) => name === workflow)
  if (!group) throw wrong(`The argument "workflow" must be one of ${namesOf(groups)}`)
  const commands = await group.load()
  const command = commands.find(({ name }) => name === verb)
  if (!command && verb !== helpVerb) throw wrong(`The argument "verb" must be one of ${namesOf(commands)}`)
  if (!isTexts(words)) throw wrong('The argument "arguments" must be a list of texts')
  if (typeof input !== 'string') throw wrong('The argument "input" must be a text')
  if (!isAudience(whom)) throw wrong('The argument "for" must be one of ai, developer, both')
  const line = command ? [command.name, ...words] : [...words, '--help']
  return { workflow: group.name, commands, words: line, input, audience: whom }
}

const namesOf = (known: readonly { readonly name: string }[]): string => known.map(({ name }) => name).join(', ')

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')

const isAudience = (value: unknown): value is Audience => audience.enum?.some((known) => known === value) ?? false
