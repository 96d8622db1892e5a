import { readFileSync } from 'node:fs'
import { type Answer, exitOf } from '../answer/answer'
import { type Audience, asMarkdown } from '../answer/said'
import { cast } from '../cast'
import { exit, Failure } from '../failure'
import { engineer } from '../workflows/engineer'
import type { Command, Output, Setting } from './command'
import { edgeOf } from './edge'
import { type Options, spellOptions } from './options'
import { readStdin } from './streams'

/** The six spells with the plain word for each. */
export const spells = {
  accio: { alias: 'next', summary: 'goes on to the next step' },
  expecto: { alias: 'enrich', summary: 'fetches what Jira and Confluence links say' },
  reparo: { alias: 'review', summary: 'starts handling the review of a pull request' },
  reverto: { alias: 'leave', summary: 'leaves the review and goes back' },
  finite: { alias: 'plan', summary: 'goes back to the plan' },
  lumos: { alias: 'status', summary: 'shows where you are and what can be cast' },
} as const
export type SpellName = keyof typeof spells

/** @returns the spell of that name or plain word, if it is one */
export const spellNamed = (word: string | undefined): SpellName | undefined =>
  (Object.keys(spells) as SpellName[]).find((name) => name === word || spells[name].alias === word)

/** Casts, and puts the answer into the form that was asked for. */
export async function castSpell(name: SpellName, setting: Setting): Promise<Output> {
  const answer = await cast(engineer, name, edgeOf(setting), readNote(setting.options))
  return outputOf(answer, setting.options.for ?? 'both')
}

/** Where the work stands, as data. */
export const lookAround = (setting: Setting): Promise<Answer> => cast(engineer, engineer.look, edgeOf(setting))

export const command = (name: SpellName): Command => ({
  name,
  summary: spells[name].summary,
  options: spellOptions,
  run: (_, setting) => castSpell(name, setting),
})

/** Markdown has the AI's part first; a terminal has the developer's part first (design: Streams). */
export function outputOf(answer: Answer, audience: Audience): Output {
  const aside = audience === 'both' && answer.outcome !== 'shown' ? asMarkdown(answer, 'ai') : ''
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience),
    ...((aside || audience === 'developer') && { terminal: { main: answer.developer, aside } }),
    exitCode: exitOf(answer.outcome),
  }
}

function readNote({ note, noteFile }: Options): string | undefined {
  if (noteFile === undefined) return note
  if (note !== undefined) {
    throw new Failure(exit.usage, 'two-notes', 'Give --note or --note-file, not both.', 'spell accio --note-file -')
  }
  try {
    // Also a byte order mark is white space.
    return (noteFile === '-' ? readStdin() : readFileSync(noteFile, 'utf8')).trim()
  } catch (error) {
    const source = noteFile === '-' ? 'stdin' : noteFile
    throw new Failure(
      exit.usage,
      'note-unreadable',
      `The note cannot be read from ${source}.`,
      'spell accio --note "…"',
      {
        cause: error,
      },
    )
  }
}
