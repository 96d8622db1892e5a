import { mapValues } from '../engine/records'
import type { Each } from './each'

/**
 * The words of a workflow as plain data, as a file has them: commands, their help and completion, and how a command line is
 * read are made of it.
 */

/** How what was typed becomes a value; `src/commands/read-word.ts` has a line for each. */
export type ValueKind =
  | 'text'
  /** `-` takes it from stdin. */
  | 'input'
  /** In one line, as long as a note; an empty one counts as missing. */
  | 'line'
  | 'flag'
  | 'switch'
  /** One of `words`, in any case. */
  | 'word'
  | 'number'
  | 'list'
  /** Ids with commas, or one with what came of it: `a,b`, `a: why`. */
  | 'reports'
  /** Texts by names: `F1: how`. */
  | 'named'
  /** The text of a file; its name is given as `source`. */
  | 'document'
  /** A note, as text or as a file. */
  | 'note'

/** Which names begin a text of `named`. */
export interface Naming {
  /** A letter and a number. */
  readonly letters: string
  readonly words?: readonly string[]
  /** The letter by which texts without a name are numbered (default: they are refused). */
  readonly others?: string
}

/** What one kind alone has. */
type OfKind =
  /** Default: `text`. */
  | { readonly as?: Exclude<ValueKind, 'word' | 'number' | 'named' | 'document'> }
  | { readonly as: 'word'; readonly words: readonly string[] }
  /** What it counts: `an item`. */
  | { readonly as: 'number'; readonly counts: string }
  | { readonly as: 'named'; readonly named: Naming }
  /** The longest, in bytes. */
  | { readonly as: 'document'; readonly most?: number }

/** One thing that a word takes: an option, or an argument. */
export type Taken = OfKind & OfAnyKind

interface OfAnyKind {
  readonly help: string
  /** The name of an argument; absent for an option. Arguments stand in the order of the list. */
  readonly place?: string
  /** Default: by its key. */
  readonly flag?: string
  /** What the help calls the value. */
  readonly value?: string
  /** What the help says of it if it is missing. */
  readonly fallback?: string
  /** Its value if it is missing. */
  readonly first?: unknown
  /** The same if a hook casts what the developer has said: a message has no options. */
  readonly whenSaid?: unknown
  readonly many?: true
  /** Everything else is refused. */
  readonly choices?: readonly string[]
  /** Values to offer. */
  readonly known?: readonly string[]
  /** What is asked if it is missing. */
  readonly needed?: string
  /** A line that helps if it is missing or wrong (default: that of the word). */
  readonly fix?: string
}

/** Lines to paste, each with what it does. */
export type Examples = readonly (readonly [line: string, what: string])[]

export interface Word {
  readonly about: string
  /** By the names under which the step gets them. */
  readonly takes?: Readonly<Record<string, Taken>>
  /** Of which word it is a short form, and with what. */
  readonly means?: { readonly word: string } & Readonly<Record<string, unknown>>
  /** Begins a piece of work. */
  readonly begins?: true
  /** Changes nothing. */
  readonly isLook?: true
  readonly isDestructive?: true
  /** A line that helps after a mistake (default: its help). */
  readonly fix?: string
  readonly examples: Examples
}

/** By their names, in the order of the help: `shared` is the same in every workflow; `code` is a command written by hand. */
export type Words = Readonly<Record<string, Word | 'shared' | 'code'>>

/** @returns what a word takes as arguments, or as options, with the names */
export const takenBy = ({ takes = {} }: Word, how: 'place' | 'option'): readonly (readonly [key: string, Taken])[] =>
  Object.entries(takes).filter(([, { place }]) => (place === undefined) === (how === 'option'))

/** What the developer said, kept as theirs: the agent's own notes are told apart from it. */
const said: Taken = { help: 'what the developer said on it, in their words; kept as theirs' }

/** What was sent back is settled by name, each thing with how. */
const settledBy = {
  as: 'named',
  help: 'how a finding (B1) or a piece of feedback (F1) is settled: "B1: how"; again for each',
  many: true,
} as const

const like: Readonly<Record<string, Partial<Taken>>> = { said, settled: settledBy }

/** What a word takes, as a file says it: like what others take, and names that are listed for each. */
export type TakenForm = Partial<OfAnyKind> & {
  readonly as?: ValueKind
  readonly words?: readonly string[]
  readonly counts?: string
  readonly most?: number
  /** Under which name the file has it among what is `taken`; `said`, or `settled`. */
  readonly like?: string
  readonly named?: Omit<Naming, 'words'> & { readonly words?: { readonly each: string } }
}

/** The words of a workflow, as its file has them. */
export interface WordsForm {
  readonly words: Readonly<
    Record<string, (Omit<Word, 'takes'> & { readonly takes?: Readonly<Record<string, TakenForm>> }) | 'shared' | 'code'>
  >
  /** What several words take alike. */
  readonly taken?: Readonly<Record<string, Taken>>
  readonly each?: readonly Each[]
}

/** @returns the words as they are used */
export const wordsOf = ({ words, taken = {}, each = [] }: WordsForm): Words =>
  mapValues(words, (word) =>
    typeof word === 'string'
      ? word
      : {
          ...word,
          takes: mapValues(word.takes ?? {}, ({ like: other = '', named, ...more }) => {
            const all = named && { named: { ...named, words: listedIn(each, named.words?.each) } }
            return { ...(taken[other] ?? like[other]), ...more, ...all } as Taken
          }),
        },
  )

const listedIn = (each: readonly Each[], name = ''): readonly string[] => [
  ...new Set(each.flatMap((one) => (one[name] ?? []) as readonly string[])),
]
