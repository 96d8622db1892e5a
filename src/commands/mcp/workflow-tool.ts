import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { bullets, paragraphs } from '../../answer/markdown'
import type { CastContext } from '../../cast/cast'
import type { Command, CommandContext, Group } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { outputSchema } from './output-schema'
import type { Called } from './tools'
import { runVerb, type VerbCall } from './verb-call'

export const workflowTool = 'workflow'

/**
 * One tool for all of them: a tool for each verb would fill a client's list many times over.
 *
 * @param groups the workflows that are in use
 * @param description what the tool is for
 */
export async function workflowToolOf(groups: readonly Group[], description: string): Promise<Tool> {
  const known = await Promise.all(groups.map(async ({ name, load }) => ({ name, verbs: await load() })))
  const names = known.map(({ name }) => name)
  const list = known.map(({ name, verbs }) => `${name}:\n${bullets(verbs.map(usageOf))}`)
  return {
    name: workflowTool,
    title: `Other workflows (${names.join(', ')})`,
    description: paragraphs(description, ...list),
    inputSchema: {
      type: 'object',
      properties: {
        workflow: { type: 'string', enum: names, description: 'Which workflow.' },
        verb: {
          type: 'string',
          enum: [...new Set(known.flatMap(({ verbs }) => verbs.map(({ name }) => name)))],
          description: 'Not every workflow has every verb.',
        },
        arguments: {
          type: 'array',
          items: { type: 'string' },
          description: 'The words behind the verb, as in a shell.',
        },
        input: { type: 'string', description: 'The text of the file that is named "-".' },
      },
      required: ['workflow', 'verb'],
      additionalProperties: false,
    },
    outputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  }
}

/** How a person types a verb: `submit [file] [--task ID]: …`. */
function usageOf({ name, summary, argument, further = [], options }: Command): string {
  const words = [...(argument ? [argument] : []), ...further].map((word) => `[${word.name}]`)
  const flags = options.map(({ flag, value }) => `[${value ? `${flag} ${value}` : flag}]`)
  return `${[name, ...words, ...flags].join(' ')}: ${summary}`
}

/**
 * Runs a verb for a client.
 *
 * @param groups the workflows that are in use
 * @param given the arguments, as they came
 * @throws Failure where these are wrong, or as the verb does
 */
export async function callWorkflow(
  groups: readonly Group[],
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext>,
  cli: CommandContext,
): Promise<Called> {
  const { document, markdown, exact } = await runVerb(await readCall(groups, given), await edgeOf(), cli)
  return { document, text: exact ?? markdown }
}

/** Throws Failure `usage` that names what is wrong. */
async function readCall(groups: readonly Group[], given: Readonly<Record<string, unknown>>): Promise<VerbCall> {
  const { workflow, verb, arguments: words = [], input = '', ...unknown } = given
  const wrong = (what: string, fix = `Call ${workflowTool} with workflow, verb, arguments and input.`) =>
    new Failure(exit.usage, 'usage', `${what}.`, fix)
  const [extra] = Object.keys(unknown)
  if (extra !== undefined) throw wrong(`The tool ${workflowTool} takes no argument "${extra}"`)
  const group = groups.find(({ name }) => name === workflow)
  if (!group) throw wrong(`The argument "workflow" must be one of ${namesOf(groups)}`)
  const commands = await group.load()
  const command = commands.find(({ name }) => name === verb)
  if (!command) throw wrong(`The argument "verb" must be one of ${namesOf(commands)}`)
  if (!isTexts(words)) throw wrong('The argument "arguments" must be a list of texts')
  if (typeof input !== 'string') throw wrong('The argument "input" must be a text')
  return { workflow: group.name, commands, words: [command.name, ...words], input }
}

const namesOf = (known: readonly { readonly name: string }[]): string => known.map(({ name }) => name).join(', ')

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')
