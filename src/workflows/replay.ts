import type { Context, Definition } from '../engine/definition'
import { updated } from '../engine/reduce'
import { isRecord } from '../failure/json'
import type { PastStep, Remains } from './workflow'

/**
 * Makes what a workflow remembers anew, by doing again what its history tells.
 *
 * @param definition without counters: its updates alone make its context
 * @param remains the steps to do, and what they go on from
 * @param payloadOf tells what a step brought
 * @returns where the last step led, and what was remembered then
 */
export function replay(
  definition: Definition,
  { past, base }: Pick<Remains, 'past' | 'base'>,
  payloadOf: (step: PastStep) => object,
): { readonly state: string; readonly context: Context } {
  let { state, context } = base ?? { state: definition.initial, context: {} }
  for (const step of past) {
    context = rememberedAfter(definition, step, context, payloadOf)
    state = step.to
  }
  return { state, context }
}

function rememberedAfter(
  definition: Definition,
  step: PastStep,
  before: Context,
  payloadOf: (step: PastStep) => object,
): Context {
  const { row, via = [], about, from, to } = step
  if (isRecord(about?.remembered)) return about.remembered
  let context = before
  const chain = [row, ...via]
  for (const [index, id] of chain.entries()) {
    // Rows that share an id say the same, but may lead elsewhere: to where the next one of the chain begins.
    const named = definition.rows.filter((other) => other.id === id)
    const next = definition.rows.filter((other) => other.id === chain[index + 1]).map((other) => other.from)
    const made =
      named.find((other) => (next.length > 0 ? next.some((start) => start === other.to) : other.to === to)) ?? named[0]
    if (made) context = updated(definition, made, context, { ...payloadOf(step) }, from)
  }
  return context
}
