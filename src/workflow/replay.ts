import type { Context, Definition } from '../engine/definition'
import { updated } from '../engine/reduce'
import { isRecord } from '../text/json'
import type { PastStep, Remains } from './transition'

/**
 * Rebuilds a workflow's state and context by replaying its history.
 *
 * @param definition without counters: only its updates make its context
 * @param remains the steps to replay, and the base to start from
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
    // Rows that share an id may have different targets: take the one that leads to the start of the next row.
    const named = definition.rows.filter((other) => other.id === id)
    const next = definition.rows.filter((other) => other.id === chain[index + 1]).map((other) => other.from)
    const made =
      named.find((other) => (next.length > 0 ? next.some((start) => start === other.to) : other.to === to)) ?? named[0]
    if (made) context = updated(definition, made, context, { ...payloadOf(step) }, from)
  }
  return context
}
