/** What the developer has written to an agent, as its host tells it. */
export interface Message {
  readonly text: string
  /** Empty if the host does not say which. */
  readonly session: string
  /** What two messages of a turn share, or what tells one from the next; empty if the host says neither. */
  readonly stamp: string
  /** Whether the stamp is that of a turn: the next message with the same one comes while the agent is at work. */
  readonly isOfTurn: boolean
  /** Whether no person reads along. */
  readonly isHeadless?: boolean
  /** Whether what is shown as an answer to it is read as a whole, as far as this surface of the host was tried. */
  readonly isShown?: boolean
}

export type Payload = Readonly<Record<string, unknown>>

/** @returns the message in the form that most hosts share; undefined if it is not the developer's, but a subagent's */
export function promptIn(payload: Payload): Message | undefined {
  if (typeof payload.prompt !== 'string' || isSubagent(payload)) return undefined
  const turn = textIn(payload, 'prompt_id', 'turn_id')
  return {
    text: ownText(payload.prompt),
    session: sessionOf(payload),
    stamp: turn || textIn(payload, 'timestamp', 'generation_id'),
    isOfTurn: turn !== '',
  }
}

/** The names that hosts give to who acts beside the main agent, or to the session that has started it. */
const named = /^(?:(?:sub)?agent_?id|parent_?(?:agent|session|conversation)?_?id)$/i

/** @returns whether what a hook gets on stdin is about a subagent */
export const isSubagent = (payload: Payload): boolean =>
  Object.entries(payload).some(([name, value]) => named.test(name) && typeof value === 'string' && value !== '')

/** What `init` writes at the end of a custom command is no part of the message that it stands for. */
export const ownText = (text: string): string => text.replace(/^(?:<!--|#) spell:file .*$/gm, '')

/** @returns the session that a hook tells of, in any host's form; empty if it names none */
export const sessionOf = (payload: Payload): string =>
  textIn(payload, 'session_id', 'sessionId', 'conversation_id', 'session')

/** @returns the first of some fields that is a text or a number; empty if none is */
function textIn(payload: Payload, ...keys: readonly string[]): string {
  const found = keys
    .map((key) => payload[key])
    .find((value) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
  return String(found ?? '')
}

/**
 * @param kinds the names of the tags that a host puts around what was written
 * @returns a text without the blocks at its beginning and its end, each from its first opening to its last closing tag
 */
export function withoutBlocks(text: string, kinds: readonly string[]): string {
  const name = `(${kinds.join('|')})`
  const before = new RegExp(`^\\s*<${name}(?:\\s[^>]*)?>`)
  const after = new RegExp(`</${name}>\\s*$`)
  for (let rest = text.trim(); ; ) {
    const [, first] = before.exec(rest) ?? []
    const [, last] = after.exec(rest) ?? []
    const end = first === undefined ? -1 : rest.lastIndexOf(`</${first}>`)
    const start = last === undefined ? -1 : rest.search(new RegExp(`<${last}(?:\\s[^>]*)?>`))
    if (first !== undefined && end >= 0) rest = rest.slice(end + first.length + 3).trim()
    else if (start > 0) rest = rest.slice(0, start).trim()
    else return rest
  }
}

/** @returns the first line of what an agent is told that stops while ticked criteria have not passed */
export const unprovenLine = (count: number): string =>
  `${count === 1 ? '1 ticked criterion has' : `${count} ticked criteria have`} not passed for the files that are here now:`

/** @returns the same, where everything is ticked and something else is missing, as a clause */
export const lackingLine = (lack: string): string => `Every criterion is ticked, but ${lack}. Run \`spell prove\`.`

/** Of a message; a host may put its own words before the reason, never a text of this length. */
const mostBefore = 1024
const reasons =
  /\b(?:1 ticked criterion has|\d+ ticked criteria have) not passed for the files that are here now:|Every criterion is ticked, but .+\. Run `spell prove`\./s

/** @returns whether a message is what the stop hook has told the agent: some hosts send that back as if the developer had written it */
export const isStopReason = (message: string): boolean => reasons.test(message.slice(0, mostBefore))
