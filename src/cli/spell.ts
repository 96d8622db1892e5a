import { readFileSync } from 'node:fs'
import { type Answer, exitOf } from '../answer/answer'
import { cast, type Edge } from '../cast'
import { exit, Failure } from '../failure'
import type { Answered, Fetching } from '../reparo'
import { loadSettings } from '../store/settings'
import { engineer } from '../workflows/engineer'
import type { Command, Output, Setting } from './command'
import { edgeOf } from './edge'
import { type Audience, type Options, reparoOptions, spellOptions } from './options'
import { isTerminal, readStdin } from './streams'

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
  const edge = edgeOf(setting)
  const note = readNote(setting.options)
  const fetching = name === 'reparo' && (await fetchingOf(edge, setting))
  const answer = fetching ? await castFetching(edge, fetching, note) : await cast(engineer, name, edge, note)
  return outputOf(answer, setting.options.for ?? 'both')
}

/** @returns how the comments are to be fetched; undefined where they are not */
async function fetchingOf({ root, env }: Edge, { options, tell }: Setting): Promise<Fetching | undefined> {
  const asked = options.fetch === true || options.pr !== undefined
  if (!asked && !(await loadSettings(root, env)).review.fetches) return undefined
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  return { asked, pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
}

/** Only here is anything of the network loaded. */
async function castFetching(edge: Edge, fetching: Fetching, note: string | undefined): Promise<Answered> {
  const { reparo } = await import('../reparo')
  return reparo(engineer, edge, fetching, note)
}

/** Where the work stands, as data. */
export const lookAround = (setting: Setting): Promise<Answer> => cast(engineer, engineer.look, edgeOf(setting))

export const command = (name: SpellName): Command => ({
  name,
  summary: spells[name].summary,
  options: name === 'reparo' ? [...reparoOptions, ...spellOptions] : spellOptions,
  run: (_, setting) => castSpell(name, setting),
})

/** Markdown has the AI's part first; a terminal has the developer's part first (design: Streams). */
export function outputOf(answer: Answer, audience: Audience): Output {
  const ai = `## Response to the AI\n\n${answer.ai}\n`
  // Lumos describes rather than responds: it has no headings of its own unless the AI's part is asked for.
  const looks = answer.outcome === 'shown'
  const developer = looks ? `${answer.developer}\n` : `## Response to the Developer\n\n${answer.developer}\n`
  const both = looks ? developer : `${ai}\n${developer}`
  const markdown = { ai, developer, both }[audience]
  return {
    document: { ...answer },
    markdown,
    ...(audience === 'both' && !looks && { terminal: { main: answer.developer, aside: ai } }),
    ...(audience === 'developer' && { terminal: { main: answer.developer, aside: '' } }),
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
