import type { Context } from '../../engine/definition'
import { edgesOf } from '../../engine/place'
import { definitionOf } from './definition'
import { explore } from './explore'
import { factNames, nothing, peopleCounted } from './facts'
import type { WorkflowFile } from './format'
import { type Kept, printKept } from './kept'
import { keysOf } from './workflow'

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
  const remembers = [...new Set([...(before.gone?.remembers ?? []), ...keysOf(before.file)])]
  const kept = { ...today, gone: { states, edges: unique, remembers } }
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
 * @param before the definition that the piece of work goes by
 * @returns where the piece of work is, with what it counts and remembers, if this definition never leads there, knows
 *   nothing of what was counted, or counts people whom the earlier one did not tell apart
 */
export function outsideOf(
  file: WorkflowFile,
  before: WorkflowFile,
  state: string,
  context: Context,
): string | undefined {
  const { situations } = explore(file, definitionOf(file, places))
  const here = Object.entries(situations[0]?.context ?? {}).map(
    ([name, first]) => [name, context[name] ?? first] as const,
  )
  const isHere = (known: Context) => here.every(([name, value]) => known[name] === value)
  const now = keysOf(file)
  const lost = keysOf(before).filter((name) => !now.includes(name) && Number(context[name]) > 0)
  const isNamed = (counter: string) =>
    Number(context[counter] ?? 0) <= [context[factNames.peopleOf(counter)] ?? []].flat().length
  if (
    lost.length === 0 &&
    peopleCounted(file).every(isNamed) &&
    situations.some((one) => one.state === state && isHere(one.context))
  )
    return undefined
  const all = [...here, ...lost.map((name) => [name, context[name]] as const)]
  const held = all.map(([name, value]) => `${name}: ${value === nothing ? 'nothing' : value}`)
  return held.length > 0 ? `${state} (${held.join(', ')})` : state
}
