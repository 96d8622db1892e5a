import { fromsOf } from './facts'
import type { Step, WorkflowFile } from './format'

/** A step from one state to another, whatever the files and what is counted. */
interface Way extends Pick<Step, 'id' | 'word'> {
  readonly from: string
  readonly to: string
}

/**
 * Tells what of a workflow leads on, and what stays, goes back, gives up or hands over.
 *
 * @returns `leadsOn`: whether a word leads from a state to where the work has not been, and to a goal without coming back;
 *   `isAside`: whether it does so only by way of a state to which another word leads from here; `whyNoConsent`: why a step is no consent, as a clause, undefined if it is one
 */
export function waysIn(file: WorkflowFile) {
  const isGivenUp = (state: string) => file.states[state]?.over === 'given up'
  const isGoal = (state: string) => file.states[state]?.goal === true
  const ways = allIn(file)
  const first = arrivals(file.start, ways)
  const isBack = ({ from, to }: Way): boolean => {
    for (let at = first.get(from); at; at = first.get(at.from)) if (at.from === to) return true
    return false
  }
  const onward = ways.filter((way) => !isBack(way) && !isGoal(way.to))
  /** Whether it ends the work where another word leads on, and this one does not. */
  const givesUp = ({ from, to, word }: Way): boolean => {
    const words = onward.flatMap((other) => (other.from === from ? [other.word] : []))
    return isGivenUp(to) || (isGoal(to) && words.length > 0 && !words.includes(word))
  }
  const ending = ({ word, to }: Way) => `${word} ${to}`
  // What gives up in one state is no end to work for in another.
  const endings = new Set(ways.filter(givesUp).map(ending))
  const honest = ways.filter((way) => !endings.has(ending(way)))
  const isReaching = (from: string, without: string): boolean =>
    [from, ...arrivals(from, honest, without).keys()].some((state) => isGoal(state) && !isGivenUp(state))
  const leadsOn = (from: string, word: string): boolean =>
    honest.some((way) => way.from === from && way.word === word && !isBack(way) && isReaching(way.to, from))
  const isAside = (from: string, word: string): boolean => {
    const here = honest.filter((way) => way.from === from && !isBack(way))
    const others = here.filter((way) => way.word !== word)
    return here
      .filter((way) => way.word === word)
      .every(({ to: aside }) => others.some(({ to }) => to !== aside && !isReaching(aside, to)))
  }

  return {
    leadsOn,
    isAside,
    whyNoConsent: ({ id, by, answer, to = 'same' }: Step): string | undefined => {
      if (by !== 'developer' || answer || typeof to !== 'string' || to === 'same')
        return 'so it is `by: developer`, names the state that it leads to, and has no `answer`'
      const ours = ways.filter((way) => way.id === id)
      const [back] = ours.filter(isBack)
      if (back) return `and goes back from ${back.from} to ${to}`
      const [up] = ours.filter(givesUp)
      if (up)
        return isGivenUp(up.to)
          ? `and gives up: ${up.to} is \`over: given up\``
          : `and gives up in ${up.from}, where another word leads on`
      const [over] = ours.filter(({ from, word }) => !leadsOn(from, word))
      return over && `and hands over: from ${to} the work only comes back to ${over.from}`
    },
  }
}

/** What refuses, shows, stays, or leads back to what is remembered is no way on. */
const allIn = (file: WorkflowFile): readonly Way[] =>
  file.steps.flatMap((step) => {
    const { id, word, to } = step
    if (typeof to !== 'string' || to === 'same') return []
    return fromsOf(file, step).flatMap((from) => (from === to ? [] : [{ id, word, from, to }]))
  })

/** @returns for each state that can be reached the way by which it is reached first, as few steps as can be */
function arrivals(start: string, ways: readonly Way[], without?: string): ReadonlyMap<string, Way> {
  const found = new Map<string, Way>()
  const states = new Set([start])
  for (const state of states)
    for (const way of ways.filter(({ from, to }) => from === state && to !== without && !states.has(to))) {
      if (!found.has(way.to)) found.set(way.to, way)
      states.add(way.to)
    }
  return found
}
