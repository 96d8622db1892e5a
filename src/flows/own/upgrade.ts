import type { Context } from '../../engine/definition'
import { edgesOf } from '../../engine/place'
import { definitionOf } from './definition'
import { explore } from './explore'
import { nothing } from './facts'
import type { WorkflowFile } from './format'
import { type Kept, printKept } from './kept'

const places = { folder: '', pathOf: (name: string) => name }

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
  const past = definitionOf(before.file, places)
  const states = [...new Set([...(before.gone?.states ?? []), ...past.states])].filter((state) => !now.has(state))
  const edges = [...(before.gone?.edges ?? []), ...edgesOf(past)]
  const unique = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()]
  const kept = { ...today, gone: { states, edges: unique } }
  return { kept, text: printKept(kept), words: changedWords(before.file.words, today.file.words) }
}

function changedWords(before: WorkflowFile['words'], now: WorkflowFile['words']): string {
  const told = (change: string, words: WorkflowFile['words'], others: WorkflowFile['words']) => {
    const found = Object.keys(words).filter((word) => !(word in others))
    return found.length > 0 ? ` ${change}: ${found.map((word) => `**${word}**`).join(', ')}.` : ''
  }
  return `${told('New', now, before)}${told('Gone', before, now)}`
}

/**
 * What is proven holds of the situations that can be reached, and of no other.
 *
 * @returns where a piece of work is, with what it counts and remembers, if this definition never leads there
 */
export function outsideOf(file: WorkflowFile, state: string, context: Context): string | undefined {
  const { situations } = explore(file, definitionOf(file, places))
  const here = Object.entries(situations[0]?.context ?? {}).map(
    ([name, first]) => [name, context[name] ?? first] as const,
  )
  const isHere = (known: Context) => here.every(([name, value]) => known[name] === value)
  if (situations.some((one) => one.state === state && isHere(one.context))) return undefined
  const held = here.map(([name, value]) => `${name}: ${value === nothing ? 'nothing' : value}`)
  return held.length > 0 ? `${state} (${held.join(', ')})` : state
}
