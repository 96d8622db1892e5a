import type { Tool } from '@modelcontextprotocol/server'
import { CommanderError } from 'commander'
import type { Audience } from '../cast/answer/render'
import type { CastContext } from '../cast/cast'
import { type Client, type Command, type CommandContext, documentOutput, type Group, type Output } from '../cli/command'
import { addTo, parser, usage } from '../cli/commander'
import { outputHere } from '../cli/launcher'
import { exit, Failure } from '../text/failure'
import { type Arguments, readArguments } from './arguments'
import { audience, type Called, outputSchema } from './tools'

export const workflowTool = 'workflow'
/** The command that lists the others. */
const helpVerb = 'help'

const argumentsOf = (groups: readonly Group[], verbs?: string) =>
  ({
    workflow: { type: 'string', enum: groups.map(({ name }) => name) },
    verb: { type: 'string', ...(verbs !== undefined && { description: verbs }) },
    arguments: { type: 'array', items: { type: 'string' }, description: '`--work X` names a piece of work.' },
    input: { type: 'string', description: 'The text of the file "-".' },
    for: audience,
  }) satisfies Arguments

/** One tool for all workflows: one for each command would be too many. It lists what begins each; `help` lists the others. */
export function workflowToolOf(groups: readonly Group[], description: string): Tool {
  const list = groups.map(({ name, begin }) => `${name}: ${begin}`)
  return {
    name: workflowTool,
    title: 'Other workflows',
    description,
    inputSchema: {
      type: 'object',
      properties: argumentsOf(groups, list.join('; ')),
      required: ['workflow', 'verb'],
      additionalProperties: false,
    },
    outputSchema,
    // No annotations, as of the tool that proves.
  }
}

interface Given {
  readonly workflow?: string
  readonly verb?: string
  readonly arguments?: readonly string[]
  readonly input?: string
  readonly for?: Audience
}

/** Runs a command as the command line would, always in the client's folder. Throws Failure also for wrong arguments. */
export async function callWorkflow(
  groupsIn: (root: string) => Promise<readonly Group[]>,
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext & Client>,
  cli: CommandContext,
): Promise<Called> {
  const edge = await edgeOf()
  const groups = await groupsIn(edge.root)
  const read: Given = readArguments(workflowTool, argumentsOf(groups), given)
  const { workflow, verb, arguments: words = [], input = '', for: whom = 'both' } = read
  const group = groups.find(({ name }) => name === workflow)
  if (!group) throw unknownArgument('workflow', groups)
  const commands = await group.load()
  const isHelp = verb === helpVerb
  if (!isHelp && !commands.some(({ name }) => name === verb)) throw unknownArgument('verb', commands)
  const line = isHelp || verb === undefined ? [...words, '--help'] : [verb, ...words]
  return runLine(`spell ${group.name}`, commands, line, { input, audience: whom }, edge, cli)
}

function unknownArgument(name: string, known: readonly { readonly name: string }[]): Failure {
  const message = `The argument "${name}" must be one of ${namesOf(known)}.`
  const fix = `Call ${workflowTool} with workflow, verb, arguments, input and for.`
  return new Failure(exit.usage, 'usage', message, fix)
}

async function runLine(
  place: string,
  commands: readonly Command[],
  line: readonly string[],
  { input, audience }: { readonly input: string; readonly audience: Audience },
  { root, waiting, signal, progress }: CastContext & Client,
  cli: CommandContext,
): Promise<Called> {
  let output: Output | undefined
  let asked = audience
  let help = ''
  const named = parser(place, (text) => {
    help += text
  })
  for (const command of commands) {
    addTo(named, { ...command, examples: [] }, async (options, act) => {
      asked = options.for ?? audience
      output = await act({
        ...cli,
        options: { ...cli.options, ...options, for: asked, cwd: root },
        client: { waiting, signal, ...(progress && { progress }) },
        stdin: () => new TextEncoder().encode(input),
        tell: () => {},
        canAsk: async () => false,
        show: async () => {},
      })
    })
  }
  try {
    await named.parseAsync([...line], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usage(error, place, commands)
  }
  const { document, exact, markdown } = outputHere(output ?? documentOutput('help', true, {}, help))
  return { document, text: exact ?? markdown, audience: asked }
}

const namesOf = (known: readonly { readonly name: string }[]): string => known.map(({ name }) => name).join(', ')
