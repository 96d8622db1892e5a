import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { bullets, paragraphs } from '../../answer/markdown'
import type { CastContext } from '../../cast/cast'
import type { Command } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { type Called, wentWrong } from './tools'

/** A verb with what it is to be called with. */
export interface VerbCall {
  readonly workflow: string
  readonly verb: string
  /** The words behind the verb. */
  readonly words: readonly string[]
  /** What a file named `-` holds. */
  readonly input: string
}

/** The workflows beside the spells. */
export interface Others {
  readonly verbsOf: (workflow: string) => Promise<readonly Command[]>
  /** Runs a verb as the command line does. Throws Failure */
  readonly run: (call: VerbCall, ctx: CastContext) => Promise<Called>
}

export const workflowTool = 'workflow'

/**
 * One tool for all of them: a tool for each verb would fill a client's list many times over.
 *
 * @param names the workflows that are in use
 * @param description what the tool is for
 */
export async function workflowToolOf(names: readonly string[], description: string, others: Others): Promise<Tool> {
  const known = await Promise.all(names.map(async (name) => ({ name, verbs: await others.verbsOf(name) })))
  const list = known.map(({ name, verbs }) => `${name}:\n${bullets(verbs.map(usageOf))}`)
  return {
    name: workflowTool,
    title: `Other workflows (${names.join(', ')})`,
    description: paragraphs(description, ...list),
    inputSchema: {
      type: 'object',
      properties: {
        workflow: { type: 'string', enum: [...names], description: 'Which workflow.' },
        verb: {
          type: 'string',
          enum: [...new Set(known.flatMap(({ verbs }) => verbs.map(({ name }) => name)))],
          description: 'What it is to do; not every workflow has every verb.',
        },
        arguments: {
          type: 'array',
          items: { type: 'string' },
          description: 'The words behind the verb, each by itself, as in a shell: ["-", "--task", "add-csv-export"].',
        },
        input: { type: 'string', description: 'The text of the file that is named "-".' },
      },
      required: ['workflow', 'verb'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        schemaVersion: { const: 1 },
        kind: { type: 'string', description: 'What the document is; each kind has a published schema.' },
        ok: { type: 'boolean' },
        warnings: { type: 'array', items: { type: 'string' } },
      },
      required: ['schemaVersion', 'kind', 'ok', 'warnings'],
    },
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
 * @param names the workflows that are in use
 * @param given the arguments, as they came
 * @returns the answer, or what went wrong
 */
export async function callWorkflow(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
  others: Others,
  edgeOf: () => Promise<CastContext>,
): Promise<Called> {
  try {
    return await others.run(await readCall(names, given, others), await edgeOf())
  } catch (error) {
    return wentWrong(error)
  }
}

/** Throws Failure `usage` that names what is wrong. */
async function readCall(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
  { verbsOf }: Others,
): Promise<VerbCall> {
  const { workflow, verb, arguments: words = [], input = '', ...unknown } = given
  const wrong = (what: string, fix = `Call ${workflowTool} with workflow, verb, arguments and input.`) =>
    new Failure(exit.usage, 'usage', `${what}.`, fix)
  const [extra] = Object.keys(unknown)
  if (extra !== undefined) throw wrong(`The tool ${workflowTool} takes no argument "${extra}"`)
  if (typeof workflow !== 'string' || !names.includes(workflow)) {
    throw wrong(`The argument "workflow" must be one of ${names.join(', ')}`)
  }
  const verbs = (await verbsOf(workflow)).map(({ name }) => name)
  if (typeof verb !== 'string' || !verbs.includes(verb)) {
    throw wrong(`The argument "verb" must be one of ${verbs.join(', ')}`)
  }
  if (!isTexts(words)) throw wrong('The argument "arguments" must be a list of texts')
  if (typeof input !== 'string') throw wrong('The argument "input" must be a text')
  return { workflow, verb, words, input }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')
