import { readFileSync } from 'node:fs'
import { type Answer, exitOf } from '../../answer/answer'
import { type Audience, asMarkdown } from '../../answer/render'
import { cast, type Edge } from '../../cast/cast'
import { edgeOf, loadTexts } from '../../cli/cast-context'
import type { Command, Output, Setting } from '../../cli/command'
import { lookOptions, type Option, type Options, reparoOptions, spellOptions } from '../../cli/options'
import { isTerminal } from '../../cli/streams'
import { exit, Failure } from '../../failure/failure'
import { isFolder } from '../../store/disk/read'
import { engineer } from '../../workflows/engineer'
import { castOrFetch } from '../review/cast-or-fetch'
import type { Fetching } from '../review/fetch-review'

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
  const { options } = setting
  const edge = edgeOf(setting)
  const answer = await castOrFetch(
    engineer,
    name,
    edge,
    readNote(setting),
    name === 'reparo' ? await fetchingOf(setting) : undefined,
  )
  const output = outputOf(answer, options.for ?? 'both')
  return options.brief ? { ...output, markdown: await reminder(answer, edge, options) } : output
}

/** How the comments of a review are to be fetched, where they are. */
async function fetchingOf({ options, tell }: Setting): Promise<Fetching> {
  const asked = options.fetch === true || options.pr !== undefined
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  return { asked, pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
}

/** What comes into an agent's context of itself; nothing where nobody works with spell. */
async function reminder(answer: Answer, edge: Edge, { hook }: Options): Promise<string> {
  const { root } = edge
  if (!isFolder(root, '.ai')) return ''
  const others = async () => (await import('../../works/reminder')).reminderOfOthers(edge, loadTexts)
  const brief = (isFolder(root, engineer.folder) ? undefined : await others()) ?? answer.brief ?? ''
  return hook ? `${JSON.stringify(inHook[hook]?.(brief))}\n` : `${brief}\n`
}

/** The forms in which the hooks of agents answer; docs/agents.md names where each is described. */
const inHook: Readonly<Record<string, (text: string) => object>> = {
  cursor: (text) => ({ additional_context: text }),
  copilot: (text) => ({ additionalContext: text }),
  gemini: (text) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
}

/** What only one spell takes. */
const more: Readonly<Partial<Record<SpellName, readonly Option[]>>> = { reparo: reparoOptions, lumos: lookOptions }

/** @returns the options that a spell takes beside those of all commands */
export const optionsOf = (name: SpellName): readonly Option[] => [...spellOptions, ...(more[name] ?? [])]

/** Where the work stands, as data. */
export const lookAround = (setting: Setting): Promise<Answer> => cast(engineer, engineer.look, edgeOf(setting))

export const command = (name: SpellName): Command => ({
  name,
  summary: spells[name].summary,
  options: optionsOf(name),
  run: (_, setting) => castSpell(name, setting),
})

/**
 * Markdown has the AI's part first; a terminal has the developer's part first (design: Streams).
 *
 * @param tells whether also a look has a part for the AI
 */
export function outputOf(answer: Answer, audience: Audience, tells = false): Output {
  const aside = audience === 'both' && (tells || answer.outcome !== 'shown') ? asMarkdown(answer, 'ai', tells) : ''
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience, tells),
    ...((aside || audience === 'developer') && { terminal: { main: answer.developer, aside } }),
    exitCode: exitOf(answer.outcome),
  }
}

/** @returns the note that was given, as text or in a file. Throws Failure (usage) where that cannot be read */
export function readNote({ options: { note, noteFile }, stdin }: Setting): string | undefined {
  if (noteFile === undefined) return note
  if (note !== undefined) {
    throw new Failure(exit.usage, 'two-notes', 'Give --note or --note-file, not both.', 'spell accio --note-file -')
  }
  try {
    // Also a byte order mark is white space.
    return (noteFile === '-' ? new TextDecoder().decode(stdin()) : readFileSync(noteFile, 'utf8')).trim()
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
