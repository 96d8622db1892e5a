import { builtText } from '../disk/built'
import { currentName } from '../engine/place'
import { inline } from '../text/markdown-parts'
import type { Workflow } from '../workflow/flow'
import { type Lookup, placeOf, type Texts } from '../workflow/texts'

/** The texts that the build has compiled next to the program, each read once: a server needs them in every call. */
const loaded = new Map<string, Texts>()
export function loadTexts(workflow: string): Texts {
  const texts = loaded.get(workflow) ?? readTexts(builtText(`${workflow}.texts`))
  loaded.set(workflow, texts)
  return texts
}

/** @returns the texts of a workflow: its own, or those of the build */
export const textsOf = ({ answers, definition }: Workflow): Texts => answers.texts ?? loadTexts(definition.name)

/** @param compiled what `scripts/compile-texts.ts` prints: each text can be read alone */
function readTexts(compiled: string): Texts {
  const start = compiled.indexOf('\n') + 1
  const { rows, files, ...others } = JSON.parse(compiled.slice(0, start))
  return { ...others, rows: lookup(rows), files: lookup(files) }

  function lookup<T>(places: string): Lookup<T> {
    const known = new Map<string, T>()
    const find = (name: string): T | undefined => {
      const at = places.indexOf(` ${name}:`)
      if (at < 0) return undefined
      const from = start + Number.parseInt(places.slice(at + name.length + 2), 10)
      const text = JSON.parse(compiled.slice(from, compiled.indexOf('\n', from)))
      known.set(name, text)
      return text
    }
    return { get: (name) => known.get(name) ?? find(name) }
  }
}

export type TitleOf = (workflow: Workflow, state: string) => string

/** @returns the title of a state in the texts of its workflow */
export function titleIn(texts: Texts, workflow: Workflow, said: string): string {
  const state = currentName(workflow.definition, said)
  return inline(placeOf(workflow, state, texts).title ?? state)
}

/** Uses the texts that the build has compiled. */
export const titleOf: TitleOf = (workflow, state) => titleIn(textsOf(workflow), workflow, state)
