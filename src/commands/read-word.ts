import { join } from 'node:path'
import { maxNoteLength } from '../cast/cast'
import type { ChosenWork } from '../cast/chosen-work'
import type { CommandContext } from '../cli/command'
import type { Option } from '../cli/options'
import { isThere, readUtf8 } from '../disk/read'
import { workingFolder } from '../disk/root'
import { exit, Failure } from '../text/failure'
import { inline, listed } from '../text/markdown-parts'
import { type Naming, type Taken, takenBy, type ValueKind, type Word } from '../workflow/words'
import { givenFile, givenText, readNote, wordNamed } from './given-words'
import { spellOptions } from './spell-options'

/** What a word got, by the names of what it takes. */
export type WordArguments = Readonly<Record<string, unknown>>

/** The longest input of a command, so that state and history stay small. In bytes. */
const mostBytes = 64 * 1024

interface Place<Form = Taken> {
  readonly key: string
  readonly taken: Form
  readonly fix: string
  readonly cli: CommandContext
}

type Reader<Form = Taken> = (typed: string, at: Place<Form>) => unknown

const readers: { readonly [As in Exclude<ValueKind, 'flag' | 'named' | 'note'>]: Reader<Extract<Taken, { as?: As }>> } =
  {
    text: (typed) => typed,
    input: (typed, { fix, cli }) => optionText(typed, mostBytes, fix, cli),
    line: (typed, { fix }) => words(typed, fix),
    switch: onOrOff,
    word: (typed, { key, taken, fix }) => wordNamed(typed, key, taken.words, fix),
    number: numberIn,
    list: (typed) => listed(typed),
    reports: (typed) => {
      const [ids = '', ...said] = typed.split(':')
      return listed(ids).map((id) => ({ id, reason: said.join(':').trim() || undefined }))
    },
    // Read once it is known of which piece of work it is.
    document: (typed) => typed,
  }

/**
 * Reads what a word takes from a command line.
 *
 * @param line the command, as it is typed
 * @param places what was typed at the places of its arguments
 * @returns the values by their names; what is missing has none. Throws Failure (usage) for the first mistake
 */
export function readWord(
  word: Word,
  line: string,
  places: readonly (string | undefined)[],
  cli: CommandContext,
): WordArguments {
  const options: WordArguments = cli.options
  const left = [...places]
  const read = Object.entries(word.takes ?? {}).map(([key, taken]) => {
    const fix = taken.fix ?? fixOf(word, line)
    const typed = taken.place === undefined ? options[key] : left.shift()
    if (taken.as === 'note') return [key, readNote(cli)] as const
    const missing = (cli.client?.said && taken.whenSaid) ?? taken.first
    const value = typed === undefined ? missing : valueIn(typed, { key, taken, fix, cli })
    if (value !== undefined || taken.needed === undefined) return [key, value] as const
    throw new Failure(exit.usage, 'usage', taken.needed, fix)
  })
  const texts = read.filter(([key]) => word.takes?.[key]?.as !== 'document').flatMap(([, value]) => textsIn(value))
  if (Buffer.byteLength(texts.join('')) > mostBytes)
    throw new Failure(exit.usage, 'too-large', 'What is said is longer than 64 KiB.', fixOf(word, line))
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** A line that helps after a mistake in what a word takes. */
const fixOf = ({ fix }: Word, line: string): string => fix ?? `${line} --help`

function valueIn(typed: unknown, at: Place): unknown {
  const { taken, fix } = at
  if (taken.as === 'flag') return true
  const all = [typed].flat() as readonly string[]
  if (taken.as === 'named') return namedTexts(all, taken.named, fix)
  const reader = readers[(taken.as ?? 'text') as keyof typeof readers] as Reader
  const read = all.map((one) => reader(one, at))
  return taken.many ? read.flat() : read[0]
}

/** The texts of a value, however deep. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === 'string'
      ? [value]
      : []

function numberIn(typed: string, { taken, fix }: Place<{ readonly counts: string }>): number {
  if (/^[1-9]\d{0,3}$/.test(typed.trim())) return Number(typed)
  throw new Failure(exit.usage, 'usage', `"${inline(typed)}" is not the number of ${taken.counts}.`, fix)
}

function onOrOff(typed: string, { taken, fix }: Place): boolean {
  const word = typed.toLowerCase()
  if (word === 'on' || word === 'off') return word === 'on'
  throw new Failure(exit.usage, 'usage', taken.needed ?? '', fix)
}

/**
 * Reads the documents that a word takes: from a file, relative to the working directory or else to the folder of the piece of
 * work, or from stdin for `-`.
 *
 * @param given what was typed for each
 * @param draft the path of the document that is meant if none was typed
 * @returns their texts, and as `source` the name. Throws Failure (usage) as `givenText` does, and `usage` without a draft
 */
export function readDocuments(
  word: Word,
  line: string,
  given: WordArguments,
  { work: { root, folder } }: ChosenWork,
  cli: CommandContext,
  draft?: string,
): WordArguments {
  const read = Object.entries(word.takes ?? {}).flatMap(([key, taken]) => {
    if (taken.as !== 'document') return []
    const { most = mostBytes, fix = fixOf(word, line) } = taken
    const typed = given[key] as string | undefined
    if (typed === undefined)
      return draft === undefined
        ? []
        : [
            [key, draftAt(root, draft, line)],
            ['source', draft],
          ]
    const isHere = typed === '-' || isThere(workingFolder(cli.options.cwd), typed)
    const path = !isHere && isThere(root, `${folder}/${typed}`) ? join(root, folder, typed) : typed
    return [
      [key, givenFile(path, most, fix, cli)],
      ['source', typed],
    ]
  })
  return Object.fromEntries(read)
}

function draftAt(root: string, path: string, line: string): string {
  const text = readUtf8(root, path)
  if (text !== undefined) return text
  const message = `Which file? There is no draft: ${path} is not there.`
  throw new Failure(exit.usage, 'usage', message, `${line}   # once ${path} is written`)
}

const called: Readonly<Partial<Record<ValueKind, string>>> = { list: 'LIST' }

/** @returns the options of a command that takes what a word takes */
export const optionsOf = (word: Word): readonly Option[] =>
  takenBy(word, 'option').flatMap(
    ([key, { as = 'text', flag, value, help, fallback, choices, known, many }]): readonly Option[] => {
      if (as === 'note') return spellOptions.slice(0, 2)
      const option = {
        key,
        flag: flag ?? `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        help,
        ...(as !== 'flag' && { value: value ?? called[as] ?? 'TEXT' }),
        ...(fallback !== undefined && { fallback }),
        ...(choices && { choices }),
        ...(known && { known }),
        ...(many && { many }),
      }
      return [option]
    },
  )

/**
 * Reads what is said of named things, given once for each: `K1: fine`, `B2 = quoted`.
 *
 * @param fix a command that shows the form
 * @returns the texts by their names, a letter and a number in capitals, a word in small letters; the last one of a name counts.
 *   Throws Failure (usage) for a text without a name, and for a name without a text, unless those are numbered
 */
function namedTexts(
  given: readonly string[],
  { letters, words = [], others }: Naming,
  fix: string,
): Readonly<Record<string, string>> {
  const numbered = new RegExp(`^[${letters}]\\d+$`, 'i')
  return Object.fromEntries(
    given.map((said, index) => {
      const [, typed = '', text = ''] = /^\s*(\w+)\s*[:=](.*)$/s.exec(said) ?? []
      const word = words.find((known) => known === typed.toLowerCase())
      const name = numbered.test(typed) ? typed.toUpperCase() : word
      if (name !== undefined && (others || text.trim() !== '')) return [name, text.trim()]
      if (others !== undefined) return [`${others}${index + 1}`, said.trim()]
      const lack =
        name === undefined
          ? `names nothing: it begins with ${[...letters].join(' or ')} and a number`
          : 'says nothing of it'
      throw new Failure(exit.usage, 'usage', `“${said}” ${lack}.`, fix)
    }),
  )
}

/** @returns the text of an option, which `-` takes from stdin. Throws Failure (usage) as `givenText` does */
const optionText = (text: string, most: number, fix: string, cli: Pick<CommandContext, 'stdin'>): string =>
  text === '-' ? givenText('-', most, fix, cli).trim() : text

/** @returns the text in one line; undefined if there is none. Throws Failure (usage) if it is too long */
export function words(text: string | undefined, fix: string): string | undefined {
  const said = inline(text ?? '').trim()
  const length = [...said].length
  if (length <= maxNoteLength) return said || undefined
  const message = `The text has ${length} characters; ${maxNoteLength} is the most.`
  throw new Failure(exit.usage, 'note-too-long', message, fix)
}
