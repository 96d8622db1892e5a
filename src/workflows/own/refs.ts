import * as v from 'valibot'
import { isRecord } from '../../text/json'
import { name, unknownName } from './form-parts'

/** What is counted in a file; every other name is a counter. */
const countedInFiles: readonly string[] = ['criteria', 'open']
export const isInFiles = (count: string): boolean => countedInFiles.includes(count)

/** What the context of every piece of work has. */
export const definitionName = 'definition'

/** A file in a text, `{question}`; `{folder}` is where they all are. */
export const placeholder = /\{([\p{L}\p{N}_-]+)\}/gu
export const folderName = 'folder'

/** @returns the files that a text names */
export const filesNamed = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (name === folderName ? [] : name))

/** @returns what a file has, as far as it has the form of one */
export function knownIn(given: unknown) {
  const [file, steps] = isRecord(given) ? [given, [given.steps].flat()] : [{}, []]
  const namesOf = (part: string) => Object.keys(isRecord(file[part]) ? file[part] : {})
  const takes = Object.values(isRecord(file.words) ? file.words : {}).flatMap((word) =>
    isRecord(word) && isRecord(word.takes) ? Object.entries(word.takes) : [],
  )
  const choices = takes.flatMap(([, form]) => (isRecord(form) ? [form['one of'] ?? []].flat() : []))
  const effects = steps.flatMap((step) => (isRecord(step) ? [step.do].flat() : []))
  return {
    states: namesOf('states'),
    targets: ['same', ...namesOf('states')],
    words: namesOf('words'),
    files: namesOf('files'),
    artifacts: namesOf('artifacts'),
    findings: namesOf('findings'),
    taken: takes.flatMap(([name, form]) => (isRecord(form) && ('one of' in form || 'least' in form) ? name : [])),
    choices: choices.map(String),
    counts: namesOf('counts'),
    counted: [...countedInFiles, ...namesOf('counts')],
    remembered: effects.flatMap((effect) => (isRecord(effect) && 'remember' in effect ? String(effect.remember) : [])),
  }
}

/** What a file has of each kind of names. */
export type Known = Readonly<Record<keyof ReturnType<typeof knownIn>, readonly string[]>>

/** Makes of what has to be a text the name of something that the file has. */
export const refsTo = (known: Known | undefined) => {
  const isKnown = (kind: keyof Known, given: string) => known === undefined || known[kind].includes(given)
  return {
    ref: (kind: keyof Known, form: v.GenericSchema<string, string> = name) =>
      v.pipe(
        form,
        v.check(
          (given) => isKnown(kind, given),
          ({ input }) => unknownName(input, known?.[kind] ?? []),
        ),
      ),
    /** What is remembered has a name of its own. */
    memory: v.pipe(
      name,
      v.check(
        (given) => given !== definitionName && !known?.counts.includes(given),
        ({ input }) => `"${input}" is kept already, as something else`,
      ),
    ),
  }
}
export type Refs = ReturnType<typeof refsTo>
