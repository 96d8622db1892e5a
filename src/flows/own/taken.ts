import { isRecord } from '../../failure/json'
import { artifactOf } from '../../workflow/artifacts/form'
import { readHeadings, sectionsIn } from '../../workflow/artifacts/headings'
import { readJson } from '../../workflow/artifacts/json'
import { blocksIn, readLabels } from '../../workflow/artifacts/labels'
import { labelOf } from '../../workflow/artifacts/markdown'
import { noneOf } from '../../workflow/artifacts/one-of'
import { type Read, withLines } from '../../workflow/artifacts/read'
import { judge } from '../../workflow/artifacts/rules'
import { unsaidIn } from '../../workflow/artifacts/says'
import { type Answers, answerMistakes, type Finding, isOpen } from '../../workflow/findings/finding'
import { hollowText, isHollow } from '../../workflow/hollow'
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
  return takes.sort(([, one], [, other]) => Number(isRaised(one)) - Number(isRaised(other)))
}

const isRaised = (form: TakenForm): boolean => typeof form === 'object' && 'raises' in form

/** @returns the file that a word hands in */
export const handedInBy = (file: WorkflowFile, word: string): readonly string[] =>
  takesOf(file, word).flatMap(([, form]) => (typeof form === 'object' && 'artifact' in form ? form.artifact : []))

/** @returns the texts that were handed in, by the names of their files */
export const handedIn = (
  file: WorkflowFile,
  { word, given }: Pick<Brought, 'word' | 'given'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    takesOf(file, word).flatMap(([name, form]) =>
      typeof form === 'object' && 'artifact' in form && typeof given[name] === 'string'
        ? [[form.artifact, given[name]]]
        : [],
    ),
  )

/** @returns the files of which it counts whether they have changed since something was found */
export const changingIn = (file: WorkflowFile): readonly string[] =>
  Object.keys(file.words).flatMap((word) =>
    takesOf(file, word).flatMap(([, form]) => (typeof form === 'object' && 'settles' in form ? form.in : [])),
  )

const rangeOf = ({ least, most }: { readonly least: number; readonly most: number }): string => `${least} to ${most}`

/** @returns what a word takes on a command line */
export function optionOf(file: WorkflowFile, name: string, form: TakenForm): Taken {
  if (form === 'text') return { as: 'line', help: aboutThe(name) }
  if ('one of' in form) return { value: 'WHICH', help: aboutThe(name), choices: form['one of'] }
  if ('least' in form) return { value: 'N', help: `${aboutThe(name)}, a number from ${rangeOf(form)}` }
  if ('artifact' in form)
    return { as: 'document', place: 'file', help: `the file, or - for stdin (default: ${file.files?.[form.artifact]})` }
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
      return ''
    })
    .join('')

/**
 * @param found what was found in a piece of work so far
 * @returns what is wrong with what was brought, each with its place
 */
export function mistakesIn(file: WorkflowFile, found: readonly Found[], { word, given, seen }: Brought): string[] {
  return takesOf(file, word).flatMap(([name, form]): readonly string[] => {
    const value = given[name]
    const [place, text] = [`--${name}`, typeof value === 'string' ? value : '']
    if (form === 'text') return text === '' ? [`${place}: is missing`] : []
    if ('one of' in form) return form['one of'].includes(text) ? [] : [`${place}: ${noneOf(form['one of'], value)}`]
    if ('least' in form) {
      const isIn = /^\d{1,2}$/.test(text) && Number(text) >= form.least && Number(text) <= form.most
      return isIn ? [] : [`${place}: must be a whole number from ${rangeOf(form)}`]
    }
    if ('artifact' in form) return artifactMistakes(file, form.artifact, text)
    if ('raises' in form) return raisingMistakes(place, textsIn(value), found.filter(isOpen).length)
    const answers = answersIn(value)
    const asked = found.filter((one) => isOpen(one) && form.settles.includes(one.name.replace(/\d+$/, '')))
    const unchanged = asked.filter((one) => one.name in answers && one.seen?.[form.in] === seen[form.in])
    return [
      ...answerMistakes(asked, answers, { isOwn: true }),
      ...unchanged.map((one) => `${one.name}: ${file.files?.[form.in]} says what it said when this was found`),
    ]
  })
}

/** @returns what a file that a word hands in has to say, as a sentence */
export function hasToSay(file: WorkflowFile, word: string): string {
  const [name = ''] = handedInBy(file, word)
  const artifact = file.artifacts?.[name]
  if (artifact === undefined) return ''
  const fields = artifactOf(name, artifact).fields.map(({ key, kind, words, isRequired }) => {
    const what = kind === 'one of' ? words.join(' or ') : kind === 'maps' ? 'list' : kind
    return `${key} (${what}${isRequired ? '' : ', if there is any'})`
  })
  const how = file.files?.[name]?.endsWith('.json') ? 'as JSON' : 'each below its heading or after its label'
  return `\`${file.files?.[name]}\` says, ${how}: ${fields.join(', ')}.`
}

/** What a value of a word that settles says of each name. */
export const answersIn = (value: unknown): Answers => (isRecord(value) ? (value as Answers) : {})

/** The texts of a value of a word that raises. */
export const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((text) => typeof text === 'string' && text !== '') as string[]

function raisingMistakes(place: string, texts: readonly string[], open: number): string[] {
  if (texts.length === 0) return [`${place}: is missing`]
  if (open + texts.length > mostFound) return [`${place}: more than ${mostFound} would be open`]
  return texts.filter(isHollow).map((text) => `${place}: ${hollowText(text, 'what should be different?')}`)
}

/** @returns all that is wrong with a text that is handed in, each with its line */
function artifactMistakes({ files = {}, artifacts = {} }: WorkflowFile, name: string, text: string): string[] {
  const artifact = artifactOf(name, artifacts[name] ?? { fields: {} })
  const read = files[name]?.endsWith('.json') ? readJson(artifact, text) : readMarkdown(artifact, text)
  if ('mistake' in read) return [read.mistake]
  const { value, mistakes } = judge(artifact, read)
  const unsaid = mistakes.length === 0 && artifact.says ? unsaidIn(artifact, value) : []
  return withLines([...mistakes, ...unsaid], read.lineOf)
}

/** A field stands below its heading, or after its label; a text may have several paragraphs below a heading. */
function readMarkdown(artifact: ReturnType<typeof artifactOf>, text: string): Read {
  const labels = readLabels(artifact, blocksIn(artifact, text).blocks)
  const texts = artifact.fields.filter(({ kind }) => kind === 'text' || kind === 'filled text' || kind === 'prose')
  const headed = texts.map((field) => ({ ...field, heading: labelOf(field.key) }))
  const headings = readHeadings({ ...artifact, fields: headed }, sectionsIn(text))
  return {
    form: 'labels',
    values: { ...labels.values, ...headings.values },
    lineOf: (place) => headings.lineOf(place) ?? labels.lineOf(place),
  }
}
