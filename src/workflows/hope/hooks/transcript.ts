import { fromJson, isRecord } from '../../../failure/json'
import { labelledBlocks, listOf, textOf } from '../labelled'
import { frontKeysOf, labelsOf } from '../labels'
import { lastMarker, type SaidMarker } from '../marker'

/** What a plan rests on, in the order in which it is asked for. */
export const parts = ['OBJECTIVE', 'ACCEPTANCE', 'criteria', 'mustNot'] as const
export type Part = (typeof parts)[number]

/** What every denial begins with, so that the next one knows of it. */
export const tag = 'DENY_CHAIN_GATE:'
export const coverage = 'coverage'

/** What a conversation says, as far as the gate cares. */
export interface Heard {
  /** What the assistant itself has written, in so many words. */
  readonly parts: ReadonlySet<Part>
  /** The last marker that the assistant has written. */
  readonly marker: SaidMarker | undefined
  /** How often the gate has denied. */
  readonly denials: number
  readonly isCoverageDenied: boolean
  /** The first thing that the user asked for. */
  readonly request: string | undefined
}

type Tree = Readonly<Record<string, unknown>>

/** As much of a request as somebody may want to see. */
const maxRequestLength = 2000
/** As much of a message as may stand before it. */
const maxMessageLength = 50_000

/** What a line has that is worth a closer look: a marker, a plan, a denial; and a word of a label. */
const telling = /\[SESSION\]|ExitPlanMode|DENY_CHAIN_GATE:/i
const worded = /objective|acceptance|criteria|must[^a-z]{0,3}not/i

/**
 * Listens to the transcript of a conversation, line by line (JSON Lines, as Claude Code writes them). Keeps little, however
 * long it is. A line that is not understood is passed over.
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
      // What merely shows a file that tells of the gate is no denial.
      if (!text.includes(tag) || !(isError || plans.has(id ?? '') || text.trimStart().startsWith(tag))) continue
      denied.add(id ?? String(count))
      if (text.includes(`${tag} ${coverage}`)) isCoverageDenied = true
    }
  }

  return {
    line(text) {
      count += 1
      // Most of a long conversation is none of our business, and need not be taken apart.
      const isOurs = telling.test(text) || (found.size < parts.length && worded.test(text))
      if (!isOurs && request !== undefined) return
      const entry = fromJson(text)
      // Another conversation, of a subagent.
      if (!isRecord(entry) || entry.isSidechain === true) return
      if (entry.type === 'assistant') assistant(entry)
      else others(entry)
    },
    heard: () => ({ parts: found, marker, denials: denied.size, isCoverageDenied, request }),
  }
}

/** The blocks of a message; one that is a text alone has one. */
function blocksOf({ message }: Tree): readonly Tree[] {
  const content = isRecord(message) ? message.content : undefined
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isRecord) : []
}

const names = { ...labelsOf('brief'), ...labelsOf('shape'), ...frontKeysOf('shape') }

/** Which of the parts a text says, under their labels and not empty. */
export function partsIn(text: string): Part[] {
  const { blocks } = labelledBlocks(text, names)
  return parts.filter((part) => {
    const block = blocks.get(part === 'OBJECTIVE' || part === 'ACCEPTANCE' ? part.toLowerCase() : part)
    return block && (part === 'OBJECTIVE' ? textOf(block) !== '' : listOf(block).length > 0)
  })
}

/** What was told to the assistant by its tools and by hooks. */
function resultsOf(entry: Tree): { id: string | undefined; text: string; isError: boolean }[] {
  const results = blocksOf(entry)
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id, content, is_error: isError }) => ({
      id: textIn(id),
      text: textIn(content) ?? JSON.stringify(content) ?? '',
      isError: isError === true,
    }))
  // A message of the host itself.
  const said = entry.type === 'system' ? textIn(entry.content) : undefined
  return said === undefined ? results : [...results, { id: textIn(entry.toolUseID), text: said, isError: false }]
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What a user has typed; what the host puts into a message of theirs is none. */
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
