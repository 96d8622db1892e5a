type Value = Readonly<Record<string, unknown>>

/** A request, in any protocol: its messages are in the one or the other. */
export type Body = Value & { readonly [key in 'messages' | 'contents' | 'input']?: readonly Value[] }

/** @returns every object in a value, however deep */
export const objectsIn = (value: unknown): readonly Value[] =>
  typeof value === 'object' && value ? [value as Value, ...Object.values(value).flatMap(objectsIn)] : []

/** @returns every text in a value */
export const textIn = (value: unknown): string =>
  [value, ...objectsIn(value).flatMap((each) => Object.values(each))]
    .filter((each) => typeof each === 'string')
    .join('\n')

/** @returns the host's tools, and what groups them: Codex puts them into the input, Gemini into one of them */
export const toolsIn = (body: Body): readonly Value[] =>
  objectsIn(body)
    .flatMap(({ tools }) => objectsIn(tools))
    .filter(({ name }) => typeof name === 'string')

const messagesIn = ({ messages, contents, input }: Body): readonly Value[] => messages ?? contents ?? input ?? []

/** Where a host that offers tools wants a title or a summary all the same. */
const wantsText =
  /Respond with TEXT ONLY|create a detailed summary of the conversation|Generate a concise, single-line task title/

/** What a newer model of Codex calls from JavaScript only, which it hands to the tool `exec`; MCP servers' tools, too. */
export const inCode = ['exec_command', 'apply_patch']

/** @returns the names of the tools that an agent is offered; none where a host wants no turn */
export function offeredIn(body: Body): readonly string[] {
  if (wantsText.test(textIn(messagesIn(body).slice(-1)))) return []
  const names = toolsIn(body).map(({ name }) => `${name}`)
  return names.includes('exec') ? [...names, ...inCode] : names
}

const notTold = ['system', 'developer', 'assistant', 'model']

/** @returns what the model is told last: a message, or what came of its tool */
export function lastIn(body: Body): string {
  const told = messagesIn(body).filter(({ role, type }) => !notTold.includes(`${role}`) && type !== 'additional_tools')
  const { content, output, parts } = told.at(-1) ?? {}
  return textIn(content ?? output ?? parts)
}
