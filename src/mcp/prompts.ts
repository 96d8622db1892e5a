import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { capital, fenced, paragraphs } from '../answer/markdown'
import { spellNames, spells } from '../flows/engineer/spells'
import { standardFlow } from '../flows/registry'

/** A prompt for each spell, which clients offer as a command; those that write take a note. */
export const spellPrompts: readonly Prompt[] = spellNames.map((spell) => ({
  name: spell,
  title: capital(spell),
  description: `${capital(spell)} ${spells[spell].summary}`,
  arguments:
    spell === standardFlow.look ? [] : [{ name: 'note', description: 'A note for the history', required: false }],
}))

/** @returns what the developer says to the agent: the word alone, or with a note. Does not cast it */
export const promptFor = (spell: string, note: string | undefined): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text: paragraphs(spell, note && fenced(note)) } }],
})
