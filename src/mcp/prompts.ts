import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { capital, fenced, fill, paragraphs } from '../answer/markdown'
import { spellNames, spells } from '../flows/engineer/spells'
import { standardFlow } from '../flows/registry'
import type { McpTexts } from './texts'

/** A prompt for each spell, which clients offer as a command; those that write take a note. */
export const spellPrompts: readonly Prompt[] = spellNames.map((spell) => ({
  name: spell,
  title: capital(spell),
  description: `${capital(spell)} ${spells[spell].summary}`,
  arguments:
    spell === standardFlow.look ? [] : [{ name: 'note', description: 'A note for the history', required: false }],
}))

/** @returns what the developer says to the agent by casting a spell. Does not cast it */
export function promptFor(spell: string, note: string | undefined, texts: McpTexts): GetPromptResult {
  const text = paragraphs(
    fill(texts.prompt, { spell: capital(spell), tool: spell }),
    note && texts.promptNote,
    note && fenced(note),
  )
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
