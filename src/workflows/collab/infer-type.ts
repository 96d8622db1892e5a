import { verbs } from '../../../templates/collab/workflow.yaml'
import type { ItemType } from './session'

/** What says of a title without a verb that something is wrong. */
const symptoms = [
  'fail(?:s|ed|ing|ure|ures)?',
  'crash(?:es|ed|ing)?',
  'broken?|breaks|breakage',
  'cannot|can not|can t|could not|unable to',
  '(?:does|do|did|is|are|was|has|have) not|(?:doesn|don|didn|isn|aren|wasn|hasn|haven|won) t|never',
  'wrong(?:ly)?|incorrect(?:ly)?|invalid|inaccurate',
  'bugs?|errors?|exceptions?|regressions?|race conditions?|deadlocks?',
  'freez(?:es|ing)|frozen|hangs?|hanging|stuck|flaky|flickers?',
  'leak(?:s|ing)?|overflows?|nan',
  'time(?:s|d)? out|timeouts?',
  'missing|lost|loses|disappear(?:s|ed)?|vanish(?:es|ed)?',
  'duplicated?|twice|garbled|corrupt(?:s|ed)?|truncated|unreadable',
  'ignores|ignored|no longer|unexpected(?:ly)?',
  '(?:prints?|returns?|shows?|gives?|gets?|says?) .*(?:should|instead of)',
  'too (?:early|late|slow|slowly|long|short|often|many|few|big|small|much)',
]

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
