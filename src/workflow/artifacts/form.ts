/** What a file says of what is handed in, and the same as it is used. */

/** What a value is: in `prose` are three words, or code, or that there is nothing to say. */
type Word = 'text' | 'filled text' | 'prose' | 'name' | 'command' | 'share' | 'yes or no' | 'map' | 'nothing' | ListWord
type ListWord = 'texts' | 'filled texts' | 'names' | 'paths' | 'numbers' | 'list' | 'items'
type Words = readonly string[]
type FieldForms = Readonly<Record<string, Word | Words | FieldForm>>

/**
 * A field. Marks at the end of its name: `!`, it has to be there, and not empty; `~`, plain text may stand instead (of a
 * list in place of one of its maps); `*`, it names what it is a field of.
 */
export interface FieldForm {
  /** What it is called for a reader; its name if nothing else is said. */
  readonly heading?: string
  /** A word for what it is, `text` if nothing else is said; the words of which it is one; or the fields of a map. */
  readonly is?: Word | Words | FieldForms
  /** Of a list of maps the fields of each. */
  readonly each?: FieldForms
  /** What counts if it is left out. */
  readonly else?: unknown
  /** A list that may be empty, though it has to be there; whether that has to be said in a word. */
  readonly none?: true | 'said'
  /** No two of a list say the same. */
  readonly once?: true
  /** The fields that a text of a list has if it is read with the notes at its end; it stays a text. */
  readonly notes?: FieldForms
  /** A text has to say something; otherwise this is asked. */
  readonly asks?: string
  readonly ends?: string
  /** One without a name gets this letter and a number. */
  readonly numbered?: string
  /** What to know, if it must be, or must not be, empty. */
  readonly help?: string
}

/** What is handed in, as a file says it. */
export interface ArtifactForm {
  /** Other names of fields, each with the one that is kept. */
  readonly also?: Readonly<Record<string, string>>
  /**
   * The texts without which it says nothing: each of those that are there, in each item of a list, and at least one of
   * them. Where plain text may stand instead of a map, the text itself; of `title|description` both together.
   */
  readonly says?: readonly string[]
  readonly most?: { readonly text: number; readonly entries: number }
  /** No field has the text of another. */
  readonly differ?: true
  readonly fields: FieldForms
}

/** A field as it is used. */
export interface Field extends Omit<FieldForm, 'is' | 'each' | 'notes'> {
  readonly key: string
  readonly heading: string
  readonly kind: Word | 'one of' | 'fields' | 'maps'
  readonly isRequired: boolean
  readonly isName: boolean
  readonly mayBeText: boolean
  /** What a `one of` is one of. */
  readonly words: Words
  /** Of a map, of each map of a list, or of each text with its notes. */
  readonly fields: readonly Field[]
}

export interface Artifact extends Omit<ArtifactForm, 'fields'> {
  readonly name: string
  readonly fields: readonly Field[]
}

/** @returns what is handed in under a name, as it is used */
export const artifactOf = (name: string, { fields, ...more }: ArtifactForm): Artifact => ({
  ...more,
  name,
  fields: fieldsOf(fields),
})

/** The fields of each of `items`: what is to be done. */
const itemFields: FieldForms = {
  'id!*': 'name',
  'text!': 'text',
  needs: 'names',
  files: 'paths',
  run: { is: 'nothing', help: 'commands stand below the criteria of a plan' },
}

const fieldsOf = (forms: FieldForms): readonly Field[] =>
  Object.entries(forms).map(([name, said]) => {
    const [, key = name, marks = ''] = /^(.*?)([!~*]*)$/.exec(name) ?? []
    const form: FieldForm = typeof said === 'string' || isWords(said) ? { is: said } : said
    const { is = 'text', each = is === 'items' ? itemFields : undefined, notes, ...more } = form
    const below = each ?? notes ?? (typeof is === 'string' || isWords(is) ? {} : is)
    return {
      heading: key,
      ...more,
      key,
      isRequired: marks.includes('!'),
      isName: marks.includes('*'),
      mayBeText: marks.includes('~'),
      kind: each ? 'maps' : typeof is === 'string' ? is : isWords(is) ? 'one of' : 'fields',
      words: isWords(is) ? is : [],
      fields: fieldsOf(below),
    }
  })

const isWords = (said: unknown): said is Words => Array.isArray(said)

/** What a text says by its fields, whatever form it has. */
export interface Read {
  readonly form: 'json' | 'labels' | 'headings'
  readonly values: Readonly<Record<string, unknown>>
  /** The line of a place such as `items[2].id`, from 1; undefined for what is not there. */
  readonly lineOf: (place: string) => number | undefined
}

/** @returns the mistakes, each with the line of its place, or of the nearest part around what is missing */
export const withLines = (mistakes: readonly string[], lineOf: Read['lineOf']): string[] =>
  mistakes.map((mistake) => {
    let place = mistake.slice(0, Math.max(0, mistake.indexOf(': ')))
    let line = lineOf(place)
    while (line === undefined && place !== '') {
      place = place.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '')
      line = lineOf(place)
    }
    return line === undefined ? mistake : `line ${line}, ${mistake}`
  })
