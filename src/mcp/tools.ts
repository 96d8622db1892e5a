import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Answer } from '../cast/answer/answer'
import {
  type Audience,
  type ErrorDocument,
  errorDocument,
  failureFrom,
  failureText,
  outputOf,
} from '../cast/answer/render'
import { type CastContext, maxNoteLength } from '../cast/cast'
import type { ChosenWork } from '../cast/chosen-work'
import type { Client, CommandContext, Output } from '../cli/command'
import { failureHere, outputHere } from '../cli/launcher'
import { castWith } from '../intake/cast-with'
import { capital } from '../text/markdown-parts'
import { openWork } from '../work/open'
import { type SpellName, spellNames, spells } from '../workflows/engineer/spells'
import { standardFlow } from '../workflows/registry'
import { type Arguments, readArguments } from './arguments'
import type { McpTexts } from './requests'

const text = { type: 'string' }
const texts = { type: 'array', items: text }

/**
 * The output of every other tool. Some clients give the model only this, so it has everything that the text has, and no more:
 * for an answer its parts, what they show the developer as new, and the next spells; for an error its message, for anything
 * else the text.
 */
export const outputSchema = {
  type: 'object' as const,
  properties: {
    ok: { type: 'boolean' },
    ai: text,
    developer: text,
    shown: { type: 'object' },
    next: texts,
    details: { type: 'array' },
    warnings: { type: 'array' },
  },
  required: ['ok'],
  // `code`, `message` and `fix`, or `text`: every tool repeats this schema, so it names the parts alone.
  additionalProperties: text,
}

/** The output of proving, which is the document of `--json`, or an error as above. */
const proofSchema = {
  type: 'object' as const,
  properties: { ok: { type: 'boolean' }, ai: text, developer: text },
  required: ['ok'],
}

/** Idempotent: casting these again does nothing more. */
const steady: readonly string[] = ['expecto', 'reverto', 'finite']

const note: Arguments[string] = { type: 'string', maxLength: maxNoteLength, description: "The developer's words." }
const work: Arguments[string] = { type: 'string' }
export const audience: Arguments[string] = { type: 'string', enum: ['ai', 'developer', 'both'] }

const current = 'current'
const pr: Arguments[string] = {
  type: 'string',
  description: `Fetches its comments from GitHub: a number, address, or "${current}".`,
}

function argumentsOf(spell: SpellName): Arguments {
  if (spell === standardFlow.look) return { work, for: audience }
  const own: Partial<Record<SpellName, Arguments>> = { accio: { from: work }, reparo: { pr } }
  return { note, work, for: audience, ...own[spell] }
}

/** @returns a tool for each spell, in the order of the workflow */
export function toolsOf(texts: McpTexts): Tool[] {
  return spellNames.map((spell) => ({
    name: spell,
    title: `${capital(spell)} (${spells[spell].alias})`,
    description: texts.tools[spell] ?? '',
    inputSchema: { type: 'object', properties: { ...argumentsOf(spell) }, additionalProperties: false },
    outputSchema,
    annotations: {
      // A client takes a tool that says nothing for one that writes; files are renamed to make room, none is overwritten.
      ...(spell === standardFlow.look
        ? { readOnlyHint: true }
        : { destructiveHint: false, idempotentHint: steady.includes(spell) }),
      // They may ask GitHub.
      openWorldHint: spell === 'reparo' || spell === 'accio',
    },
  }))
}

/** The result of a call: the answer as Markdown, the requested part, and the document of `--json`. */
export interface Called {
  readonly text: string
  /** Given to the client in place of the parts. */
  readonly structured?: Readonly<Record<string, unknown>>
  readonly document: { readonly ok: boolean; readonly warnings: readonly string[] }
  readonly audience?: Audience | undefined
}

/** Casts a spell for a client. Throws Failure if the arguments are wrong, or as the cast does. */
export async function callTool(
  spell: SpellName,
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext>,
): Promise<Called> {
  const read = readArguments(spell, argumentsOf(spell), given) as Readonly<Record<string, string>>
  const { note, work: asked, for: whom, pr, from } = read
  const ctx = { ...(await edgeOf()), isForDeveloper: whom !== 'ai' }
  const work = await openWork(ctx.root, { asked, env: ctx.env, isLook: spell === standardFlow.look })
  const fetching = pr === undefined ? undefined : { pullRequest: pr === current ? undefined : pr, tell: () => {} }
  const document = await castWith(work, spell, ctx, { note, fetching, from })
  const audience = (whom as Audience | undefined) ?? 'both'
  const { markdown, document: named } = outputHere(outputOf(document, audience))
  return { text: markdown, document: named, audience }
}

export function wentWrong(error: unknown): Called {
  const failure = failureHere(failureFrom(error))
  return { text: failureText(failure), document: errorDocument(failure) }
}

/** An error exactly if the exit code would not be 0. */
export const asResult = (called: Called): CallToolResult => ({
  content: [{ type: 'text', text: called.text }],
  structuredContent: called.structured ?? partsOf(called),
  isError: !called.document.ok,
})

/** The text in its parts: the requested parts of an answer, a failure, or plain text. Nothing is repeated. */
function partsOf({ text, document, audience = 'both' }: Called): Record<string, unknown> {
  const { ok } = document
  const untold = document.warnings.filter((warning) => !text.includes(warning))
  const common = { ok, ...(untold.length > 0 && { warnings: untold }) }
  if (isAnswer(document)) {
    const { ai, developer, shown, spells } = document
    const next = spells.filter(({ available, then }) => then?.some((one) => one.available) ?? available)
    return {
      ...common,
      ...(audience !== 'developer' && { ai }),
      ...(audience !== 'ai' && { developer, ...(shown && { shown }) }),
      next: next.filter(({ outcome }) => outcome !== 'shown').map(({ name }) => name),
    }
  }
  if (isError(document)) {
    const { code, message, fix, details } = document
    return { ...common, code, message, fix, ...(details && { details }) }
  }
  return { ...common, text }
}

const isAnswer = (document: object): document is Answer => 'spells' in document
const isError = (document: object): document is ErrorDocument => 'fix' in document

export const proveTool = 'prove'

const known: Arguments = {
  numbers: { type: 'array', items: { type: 'integer' } },
  all: { type: 'boolean' },
  list: { type: 'boolean' },
  work,
  for: audience,
}

/** What `spell prove` does. */
export type Proving = (
  cli: CommandContext<Pick<Given, 'list' | 'all'>>,
  words: readonly string[],
  meant: ChosenWork,
) => Promise<Output>

interface Given {
  readonly numbers?: readonly number[]
  readonly all?: true
  readonly list?: true
  readonly work?: string
  readonly for?: Audience
}

export const proveToolOf = (description: string): Tool => ({
  name: proveTool,
  title: 'Prove criteria',
  description,
  inputSchema: { type: 'object', properties: { ...known }, additionalProperties: false },
  outputSchema: proofSchema,
  // No annotations: a command that the developer has allowed can do anything, which is what clients assume.
})

/**
 * Runs the commands of criteria for a client, which can follow them and call them off. No consent is asked for: what
 * the developer has not allowed is left out.
 */
export async function callProve(
  prove: Proving,
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext & Client>,
  cli: CommandContext,
): Promise<Called> {
  const { numbers = [], all, list, work: asked, for: whom = 'both' } = readArguments(proveTool, known, given) as Given
  const edge = await edgeOf()
  const { root, waiting, signal, progress } = edge
  const work = await openWork(root, { asked, env: edge.env, isLook: list === true })
  const options = { ...cli.options, cwd: root, for: whom, ...(all && { all }), ...(list && { list }) }
  const client = { waiting, signal, ...(progress && { progress }) }
  const context = { ...cli, options, client, tell: () => {}, canAsk: async () => false }
  const { document, markdown } = outputHere(await prove(context, numbers.map(String), { work, ctx: edge }))
  const { ai, developer, ...rest } = document
  const parts = { ...(whom !== 'developer' && { ai }), ...(whom !== 'ai' && { developer }) }
  return { text: markdown, document, structured: { ...rest, ...(ai !== undefined && parts) } }
}
