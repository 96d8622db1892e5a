import { symptoms, verbs } from '../../../templates/collab/workflow.yaml'
import type { ItemType } from './session'

/** What follows a noun, and not a verb in the imperative: "Search is slow", "Import fails". */
const after =
  /^(?:is|are|was|were|does|do|did|has|have|cannot|can|could|never|returns?|shows?|fails?|crashes|breaks|hangs|freezes|takes|times|gets?|goes|loses|throws|ignores|doesn|don|isn|aren) /

const isSymptom = new RegExp(` (?:${symptoms.join('|')}) `)

/**
 * Tells the type by the words of a title: by a verb at its beginning, otherwise by words that say that something is
 * wrong. It is `unknown` if neither is there: then the developer is asked.
 */
export function inferType(title: string): ItemType {
  const text = `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  // A prefix as commits have it, "feat:", is not the verb.
  const [, prefix = '', rest = ''] = /^(please|chore|feat|feature|bug|bugfix) (.*)$/.exec(text) ?? []
  if (prefix.startsWith('bug')) return 'bugfix'
  if (prefix.startsWith('feat')) return 'code'
  const said = rest || text
  const led = Object.entries(verbs)
    .flatMap(([type, all]) => all.filter((verb) => said.startsWith(`${verb} `)).map((verb) => ({ type, verb })))
    .sort((one, other) => other.verb.length - one.verb.length)[0]
  if (led && !after.test(said.slice(led.verb.length + 1))) return led.type as ItemType
  return isSymptom.test(` ${said}`) ? 'bugfix' : 'unknown'
}
