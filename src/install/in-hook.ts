import { commandsHere } from '../cli/launcher'
import { visibleJson } from '../text/markdown/visible'
import type { Answer, Answers, HostText } from './agents/agent'
import { type AgentName, loadAgent } from './agents/agents'
import { type Host, isHookOf } from './agents/detect'

/** For a hook that an agent does not have, so that nothing is lost. */
const plainly: Answers = {
  session: (reminder) => reminder,
  word: ({ ai }) => ai,
  tool: ({ reason }) => reason,
  // Where it cannot be shown, nothing is said.
  end: () => '',
  stop: (reason) => reason,
}

/**
 * @param say chooses the hook: `({ stop }) => stop(reason)`
 * @param host what is known of the host that runs it
 * @returns what the hook of an agent prints; nothing for an empty text, or if the host of another agent runs it
 */
export async function inHook(
  agent: AgentName,
  say: (answers: Answers) => Answer,
  { env, payload }: Host = { env: {} },
): Promise<string> {
  if (!(await isHookOf(agent, env, payload))) return ''
  const { answers } = await loadAgent(agent)
  const answer = say({ ...plainly, ...answers })
  const text = typeof answer === 'string' ? answer : visibleJson(answer)
  return text && `${text}\n`
}

/** Not all hosts wrap what they show, and a frame takes up to six of the 80 columns. */
const columns = 74

/** @returns a text of ours for what a host shows, without headings, whose commands can be pasted: as Markdown, and as lines that read well unrendered, without blank ones */
export async function hostText(text: string): Promise<HostText> {
  const { renderTerminal, withoutHeadings } = await import('../cli/terminal')
  const markdown = commandsHere(withoutHeadings(text).trim())
  const lines = renderTerminal(markdown, '', { color: false, columns })
  return { markdown, plain: lines.replace(/\n{2,}/g, '\n').trim() }
}
