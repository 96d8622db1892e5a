import { recordOf } from '../../engine/records'
import { isRecord } from '../../text/json'
import { artifactOf } from '../../workflow/artifacts/form'
import type { Answers, Finding } from '../../workflow/findings/finding'
import { withoutSpace } from '../../workflow/findings/finding'
import type { Input } from '../../workflow/flow'
import type { Taken } from '../../workflow/words'
import type { TakenForm, WorkflowFile } from './format'

/** What was brought with a word: the values by their names, and of files that have to change what they say, as digests. */
export interface Brought {
  readonly word: string
  readonly given: Readonly<Record<string, unknown>>
  readonly seen: Readonly<Record<string, string>>
}

/** What was found has in addition what the files said then. */
export interface Found extends Finding {
  readonly seen?: Brought['seen']
}

/** The most that a piece of work holds of what was found. */
export const mostFound = 40

/** @returns what a word means */
export function aboutOf({ words }: WorkflowFile, word: string): string {
  const said = words[word] ?? word
  return typeof said === 'string' ? said : said.about
}

/** @returns what a word takes, by its names; what is settled comes before what is raised */
export function takesOf({ words }: WorkflowFile, word: string): readonly (readonly [name: string, TakenForm])[] {
  const said = words[word]
  const takes = typeof said === 'object' ? Object.entries(said.takes) : []
  return takes.sort(([, one], [, other]) => Number(is(one, 'raises')) - Number(is(other, 'raises')))
}

type Forms = Exclude<TakenForm, string>
type FormOf<Key extends string> = Extract<Forms, Readonly<Record<Key, unknown>>>

const is = <Key extends string>(form: TakenForm, key: Key): form is FormOf<Key> =>
  typeof form === 'object' && key in form

/** @returns what a word takes of one form, which has this key */
export const takenAs = <Key extends string>(file: WorkflowFile, word: string, key: Key) =>
  takesOf(file, word).flatMap(([name, form]) => (is(form, key) ? { name, form } : []))

/** @returns the file that a word hands in */
export const handedInBy = (file: WorkflowFile, word: string): readonly string[] =>
  takenAs(file, word, 'artifact').map(({ form }) => form.artifact)

/** @returns the texts that were handed in, by the names of their files */
export const handedIn = (
  file: WorkflowFile,
  { word, given }: Pick<Brought, 'word' | 'given'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    takenAs(file, word, 'artifact').flatMap(({ name, form }) => {
      const text = given[name]
      return typeof text === 'string' ? [[form.artifact, text]] : []
    }),
  )

/** Whether a word that settles findings by their letters settles this one. */
export const isSettledBy = ({ settles }: FormOf<'settles'>, { name }: Pick<Found, 'name'>): boolean =>
  settles.includes(name.replace(/\d+$/, ''))

/** @returns the files of which it counts whether they have changed since something was found */
export const changingIn = (file: WorkflowFile): readonly string[] =>
  Object.keys(file.words).flatMap((word) => takenAs(file, word, 'settles').map(({ form }) => form.in))

/** @returns the numbers that a word takes, in words */
export const rangeOf = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  `${least} to ${most}`

/** @returns what a word takes on a command line */
export function optionOf(file: WorkflowFile, name: string, form: TakenForm): Taken {
  if (form === 'text') return { as: 'line', help: aboutThe(name) }
  if ('one of' in form) return { value: 'WHICH', help: aboutThe(name), choices: form['one of'] }
  if ('least' in form) return { value: 'N', help: `${aboutThe(name)}, a number from ${rangeOf(form)}` }
  if ('artifact' in form)
    return { as: 'document', place: 'file', help: `the file, or - for stdin (default: ${file.files?.[form.artifact]})` }
  if ('items' in form) {
    const help =
      form.items === 'done' ? 'the items that are done: "ID,ID"' : 'an item that could not be done: "ID: why"'
    return { as: 'reports', value: 'LIST', many: true, help: `${help}; again for each` }
  }
  if ('raises' in form) {
    const what = file.findings?.[form.raises]
    return { as: 'line', many: true, help: `${what}; it is called ${form.raises}1; again for each further one` }
  }
  const [letter = ''] = form.settles
  const named = { letters: form.settles.join('') }
  return { as: 'named', many: true, named, help: `how a finding is settled: "${letter}1: how"; again for each` }
}

const aboutThe = (name: string): string => `the ${name.replaceAll('-', ' ')}`

/** @returns what is typed after a word, as an example */
export const typedAfter = (file: WorkflowFile, word: string): string =>
  takesOf(file, word)
    .map(([name, form]) => {
      if (form === 'text' || 'raises' in form) return ` --${name} "…"`
      if ('one of' in form) return ` --${name} "${form['one of'].join(' or ')}"`
      if ('least' in form) return ` --${name} "${rangeOf(form)}"`
      if ('items' in form && form.items === 'done') return ` --${name} "ID"`
      return ''
    })
    .join('')

/** @returns what a file that a word hands in has to say, as a sentence */
export function hasToSay(file: WorkflowFile, word: string): string {
  const [name = ''] = handedInBy(file, word)
  const artifact = file.artifacts?.[name]
  if (artifact === undefined) return ''
  const isJson = file.files?.[name]?.endsWith('.json') === true
  const fields = artifactOf(name, artifact).fields.map(({ key, kind, words, isRequired, fields }) => {
    const isItems = fields.some((field) => field.key === 'run' && field.kind === 'nothing')
    const list = isItems ? itemsAs(isJson) : 'list'
    const what = kind === 'one of' ? words.join(' or ') : kind === 'maps' ? list : kind
    return `${key} (${what}${isRequired ? '' : ', if there is any'})`
  })
  const how = isJson ? 'as JSON' : 'each below its heading or after its label'
  return `\`${file.files?.[name]}\` says, ${how}: ${fields.join(', ')}.`
}

const itemsAs = (isJson: boolean): string =>
  isJson
    ? 'list with `id`, `text`, `needs` and `files` of each'
    : 'list, each `- ID: what is to be done (needs: ID, ID) (files: PATH)`'

/** What a value of a word that settles says of each name. */
export const answersIn = (value: unknown): Answers => (isRecord(value) ? (value as Answers) : {})

/** The texts of a value of a word that raises. */
export const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((text) => typeof text === 'string' && text !== '') as string[]

/** @returns what its words take from a command line; `pathOf` is where a file of the piece of work is, by its name */
export function inputOf(file: WorkflowFile, pathOf: (of: string) => string): Omit<Input, 'countsPeople'> {
  const takes = (word: string) =>
    Object.fromEntries(takesOf(file, word).map(([name, form]) => [name, optionOf(file, name, form)]))
  const draft = (word: string) => handedInBy(file, word).map(pathOf)[0]
  const bring: Input['bring'] = (word, given, probe, digest) => {
    const texts = handedIn(file, { word, given })
    const textOf = (of: string) => withoutSpace(texts[of] ?? String(probe[pathOf(of)] ?? ''))
    const brought: Brought = { word, given, seen: recordOf(changingIn(file), String, (of) => digest(textOf(of))) }
    return { brought }
  }
  return { takes, draft, bring }
}
