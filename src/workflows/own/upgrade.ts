import type { Context } from '../../engine/definition'
import { edgesOf } from '../../engine/place'
import { definitionOf } from './definition'
import { explore, type Situation } from './explore'
import { keptFactsOf, namesKept, peopleCounted, peopleIn } from './facts'
import type { WorkflowFile } from './format'
import { type Kept, printKept } from './kept'
import { keysOf } from './workflow'

/**
 * Makes the definition that a piece of work goes by from now on. The states and steps that are gone stay in it as gone,
 * so that its history is still legal.
 *
 * @returns undefined if nothing has changed; `words`: those that are new and gone, as a sentence after another
 */
export function upgraded(
  before: Kept,
  today: Kept,
): { readonly kept: Kept; readonly text: string; readonly words: string } | undefined {
  const { gone: _, ...known } = before
  if (printKept(known) === printKept(today)) return undefined
  const now = new Set(Object.keys(today.file.states))
  const past = definitionOf(before.file)
  const states = [...new Set([...(before.gone?.states ?? []), ...past.states])].filter((state) => !now.has(state))
  const edges = [...(before.gone?.edges ?? []), ...edgesOf(past)]
  const unique = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()]
  const remembers = [...new Set([...(before.gone?.remembers ?? []), ...keysOf(before.file)])]
  const kept = { ...today, gone: { states, edges: unique, remembers } }
  return { kept, text: printKept(kept), words: changedWords(before.file.words, today.file.words) }
}

function changedWords(before: WorkflowFile['words'], now: WorkflowFile['words']): string {
  const told = (change: string, words: WorkflowFile['words'], others: WorkflowFile['words']) => {
    const found = Object.keys(words).filter((word) => !Object.hasOwn(others, word))
    return found.length > 0 ? ` ${change}: ${found.map((word) => `**${word}**`).join(', ')}.` : ''
  }
  return `${told('New', now, before)}${told('Gone', before, now)}`
}

/**
 * What is proven holds of the situations that can be reached, and of no other.
 *
 * @param was the definition that the piece of work goes by
 * @returns where the piece of work is, with what it counts and remembers, if this definition never leads there, knows
 *   nothing of what was counted, or counts people whom the earlier one did not tell apart
 */
export function outsideOf(file: WorkflowFile, was: WorkflowFile, state: string, context: Context): string | undefined {
  const { situations } = explore(file, definitionOf(file))
  const known = JSON.stringify(keptFactsOf(file)(context))
  const isHere = (one: Situation) => one.state === state && one.kept === known
  const now = keysOf(file)
  const lost = keysOf(was).filter((name) => !now.includes(name) && Number(context[name]) > 0)
  const isNamed = (counter: string) => Number(context[counter] ?? 0) <= peopleIn(context, counter).length
  if (lost.length === 0 && peopleCounted(file).every(isNamed) && situations.some(isHere)) return undefined
  const first = (name: string) => (Object.hasOwn(file.counts ?? {}, name) ? 0 : 'nothing')
  const held = [...namesKept(file), ...lost].map((name) => `${name}: ${context[name] || first(name)}`)
  return held.length > 0 ? `${state} (${held.join(', ')})` : state
}
