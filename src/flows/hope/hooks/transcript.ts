import { fromJson, isRecord } from '../../../failure/json'
import { labelsOf } from '../draft'
import { labelledBlocks, listOf, textOf } from '../labelled'
import { lastMarker, type SaidMarker } from '../marker'

/** The parts that a plan requires, in the order in which they are checked. */
export const parts = ['OBJECTIVE', 'ACCEPTANCE', 'criteria', 'mustNot'] as const
export type Part = (typeof parts)[number]

/** The prefix of every denial, by which later ones are counted. */
export const tag = 'DENY_CHAIN_GATE:'
export const coverage = 'coverage'

/** What the gate needs of a conversation. */
export interface Heard {
  /** The parts that the assistant has written out. */
  readonly parts: ReadonlySet<Part>
  /** The last marker that the assistant has written. */
  readonly marker: SaidMarker | undefined
  readonly denials: number
  readonly isCoverageDenied: boolean
  readonly request: string | undefined
}

type Tree = Readonly<Record<string, unknown>>

/** The longest excerpt of a request that is kept. */
const maxRequestLength = 2000
/** The longest text of the host before a request. */
const maxMessageLength = 50_000

/** Signs that a line must be parsed: a marker, a plan, a denial, or part of a label. */
const telling = /\[SESSION\]|ExitPlanMode|DENY_CHAIN_GATE:/i
const worded = /objective|acceptance|criteria|must[^a-z]{0,3}not/i

/**
 * Parses the transcript of a conversation, line by line (JSON Lines, as Claude Code writes them). Its memory does not
 * grow with the transcript. Lines that it does not understand are ignored.
 */
export function listen(): { readonly line: (text: string) => void; readonly heard: () => Heard } {
  const found = new Set<Part>()
  const plans = new Set<string>()
  const denied = new Set<string>()
  let marker: SaidMarker | undefined
  let request: string | undefined
  let isCoverageDenied = false
  let count = 0

  const assistant = (entry: Tree) => {
    for (const block of blocksOf(entry)) {
      if (block.type === 'text' && typeof block.text === 'string') {
        if (found.size < parts.length && worded.test(block.text))
          for (const part of partsIn(block.text)) found.add(part)
        marker = lastMarker(block.text) ?? marker
      }
      if (block.name === 'ExitPlanMode' && typeof block.id === 'string') plans.add(block.id)
    }
  }

  const others = (entry: Tree) => {
    if (request === undefined) request = requestIn(entry)
    for (const { id, text, isError } of resultsOf(entry)) {
      // A tool result that only quotes the gate's text is no denial.
      if (!text.includes(tag) || !(isError || plans.has(id ?? '') || text.trimStart().startsWith(tag))) continue
      denied.add(id ?? String(count))
      if (text.includes(`${tag} ${coverage}`)) isCoverageDenied = true
    }
  }

  return {
    line(text) {
      count += 1
      // Most lines of a long conversation need not be parsed.
      const isOurs = telling.test(text) || (found.size < parts.length && worded.test(text))
      if (!isOurs && request !== undefined) return
      const entry = fromJson(text)
      // Entries of a subagent's conversation.
      if (!isRecord(entry) || entry.isSidechain === true) return
      if (entry.type === 'assistant') assistant(entry)
      else others(entry)
    },
    heard: () => ({ parts: found, marker, denials: denied.size, isCoverageDenied, request }),
  }
}

/** The blocks of a message; plain text counts as one block. */
function blocksOf({ message }: Tree): readonly Tree[] {
  const content = isRecord(message) ? message.content : undefined
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isRecord) : []
}

const names = { ...labelsOf('brief'), ...labelsOf('shape') }

export function partsIn(text: string): Part[] {
  const { blocks } = labelledBlocks(text, names)
  return parts.filter((part) => {
    const block = blocks.get(part === 'OBJECTIVE' || part === 'ACCEPTANCE' ? part.toLowerCase() : part)
    return block && (part === 'OBJECTIVE' ? textOf(block) !== '' : listOf(block).length > 0)
  })
}

/** The output of tools and hooks. */
function resultsOf(entry: Tree): { id: string | undefined; text: string; isError: boolean }[] {
  const results = blocksOf(entry)
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id, content, is_error: isError }) => ({
      id: textIn(id),
      text: textIn(content) ?? JSON.stringify(content) ?? '',
      isError: isError === true,
    }))
  // A message of the host.
  const said = entry.type === 'system' ? textIn(entry.content) : undefined
  return said === undefined ? results : [...results, { id: textIn(entry.toolUseID), text: said, isError: false }]
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The text that the user typed, without what the host adds to it. */
function requestIn(entry: Tree): string | undefined {
  if (entry.type !== 'user' || entry.isMeta === true || entry.isCompactSummary === true) return undefined
  const text = blocksOf(entry)
    .filter(({ type }) => type === 'text')
    .map((block) => String(block.text ?? '').slice(0, maxMessageLength))
    .map((said) => said.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim())
    .filter(
      (said) => said !== '' && !/^(<(command-|local-command|bash-|task-)|Caveat:|\[Request interrupted)/.test(said),
    )
    .join(' ')
  return text === '' ? undefined : text.slice(0, maxRequestLength)
}
