import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { capital } from '../../answer/markdown'
import { type Audience, asMarkdown, errorDocument, failureFrom, inWords } from '../../answer/render'
import { type CastContext, maxNoteLength } from '../../cast/cast'
import { engineer } from '../../workflows/engineer'
import { castOrFetch } from '../review/cast-or-fetch'
import type { Fetching } from '../review/fetch-review'
import { type SpellName, spellNames, spells } from '../spells/spells'
import { type Arguments, readArguments } from './arguments'
import { outputSchema } from './output-schema'
import type { McpTexts } from './texts'

/** Cast again at once, these do nothing more. */
const steady: readonly string[] = ['expecto', 'reverto', 'finite', 'lumos']

const note: Arguments[string] = {
  type: 'string',
  maxLength: maxNoteLength,
  description: "The developer's words, where they gave some with the spell; kept in the history.",
}
const audience: Arguments[string] = {
  type: 'string',
  enum: ['ai', 'developer', 'both'],
  description:
    'Which part to show: "ai" for what you are to do, "developer" for what the developer reads. Both unless told.',
}

const current = 'current'
const pr: Arguments[string] = {
  type: 'string',
  description: `Fetches the comments from GitHub: of this pull request, by its number or its address, or "${current}" for that of the branch.`,
}

function argumentsOf(spell: SpellName): Arguments {
  if (spell === engineer.look) return { for: audience }
  return spell === 'reparo' ? { note, pr } : { note }
}

/** @returns how Reparo fetches, where the call says so */
const fetchingOf = (pr: string | undefined): Fetching | undefined =>
  pr === undefined ? undefined : { asked: true, pullRequest: pr === current ? undefined : pr, tell: () => {} }

/** @returns one tool a spell, in the order of the workflow */
export function toolsOf(texts: McpTexts): Tool[] {
  return spellNames.map((spell) => ({
    name: spell,
    title: `${capital(spell)} (${spells[spell].alias})`,
    description: texts.tools[spell] ?? '',
    inputSchema: { type: 'object', properties: { ...argumentsOf(spell) }, additionalProperties: false },
    outputSchema: outputSchema(),
    annotations: {
      readOnlyHint: spell === engineer.look,
      // What has to make room is moved, and nothing is written over.
      destructiveHint: false,
      idempotentHint: steady.includes(spell),
      // It may ask GitHub.
      openWorldHint: spell === 'reparo',
    },
  }))
}

/** What came of a call: the answer as Markdown, and the document of `--json`. */
export interface Called {
  readonly text: string
  readonly document: { readonly ok: boolean; readonly warnings: readonly string[] }
}

/**
 * Casts a spell for a client.
 *
 * @param given the arguments, as they came
 * @param edgeOf the outside world; may fail, too
 * @throws Failure where the arguments are wrong, or as the cast does
 */
export async function callTool(
  spell: SpellName,
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext>,
): Promise<Called> {
  const { note, for: whom, pr } = readArguments(spell, argumentsOf(spell), given)
  const document = await castOrFetch(engineer, spell, await edgeOf(), note, fetchingOf(pr))
  return { text: asMarkdown(document, (whom as Audience | undefined) ?? 'both'), document }
}

/** @returns what was thrown as the answer to a call */
export function wentWrong(error: unknown): Called {
  const failure = failureFrom(error)
  return { text: inWords(failure), document: errorDocument(failure) }
}

/** An error exactly where the exit code would not be 0. */
export const asResult = ({ text, document }: Called): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: { ...document },
  isError: !document.ok,
})
