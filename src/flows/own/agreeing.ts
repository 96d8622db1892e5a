import { kept } from '../../engine/records'
import { type Explored, wayTo } from './explore'
import type { Step, WorkflowFile } from './format'

/** A step from one state to another, whatever is counted and remembered. */
interface Edge {
  readonly id: string
  readonly word: string
  readonly from: string
  readonly to: string
}

/**
 * Finds the steps that agree and are no consent: what does that leads on, and neither refuses, stays, goes back, gives up
 * nor hands over.
 *
 * @returns each with the reason, as a clause
 */
export function noConsentsIn(
  file: WorkflowFile,
  explored: Explored,
): readonly { readonly step: Step; readonly why: string }[] {
  const agreeing = file.steps.filter(({ agrees }) => agrees)
  if (agreeing.length === 0) return []
  const whyNot = consenting(file, explored)
  return agreeing.flatMap((step) => {
    const why = whyNot(step)
    return why === undefined ? [] : [{ step, why }]
  })
}

function consenting(file: WorkflowFile, explored: Explored): (step: Step) => string | undefined {
  const edges = edgesIn(explored)
  const passed = new Map<string, ReadonlySet<string>>()
  const passedTo = (state: string) =>
    kept(passed, state, () => {
      const first = explored.situations.find((each) => each.state === state)
      return new Set(first ? wayTo(explored, first).map(({ from }) => from.state) : [])
    })
  const isBack = ({ from, to }: Edge) => passedTo(from).has(to)
  const isGoal = (state: string) => file.states[state]?.goal === true
  const onward = edges.filter((edge) => edge.to !== edge.from && !isBack(edge) && !isGoal(edge.to))
  /** Whether it ends the work where another word leads on, and this one does not. */
  const isGivingUp = ({ from, to, word }: Edge) => {
    const words = onward.flatMap((other) => (other.from === from ? [other.word] : []))
    return isGoal(to) && words.length > 0 && !words.includes(word)
  }
  const ending = ({ word, to }: Edge) => `${word} ${to}`
  // What gives up in one state is no end to work for in another.
  const endings = new Set(edges.filter(isGivingUp).map(ending))
  const ways = edges.filter((edge) => !endings.has(ending(edge)))
  /** Whether a goal can be reached without coming back to a state. */
  const isReaching = (from: string, without: string): boolean => {
    const met = new Set([from])
    for (const state of met) for (const edge of ways) if (edge.from === state && edge.to !== without) met.add(edge.to)
    return [...met].some(isGoal)
  }
  const leadsOn = ({ from, word }: Edge) =>
    ways.some((way) => way.from === from && way.word === word && !isBack(way) && isReaching(way.to, from))

  return ({ id, by, answer, to = 'same' }) => {
    if (by !== 'developer' || answer || typeof to !== 'string' || to === 'same')
      return 'so it is `by: developer`, names the state that it leads to, and has no `answer`'
    const ours = edges.filter((edge) => edge.id === id)
    const found = (isWrong: (edge: Edge) => boolean, why: (from: string) => string) =>
      ours.filter(isWrong).map(({ from }) => why(from))[0]
    return (
      found(isBack, (from) => `and goes back from ${from} to ${to}`) ??
      found(isGivingUp, (from) => `and gives up in ${from}, where another word leads on`) ??
      found(
        (edge) => !leadsOn(edge),
        (from) => `and hands over: from ${to} the work only comes back to ${from}`,
      )
    )
  }
}

function edgesIn({ steps }: Explored): readonly Edge[] {
  const edges = new Map<string, Edge>()
  for (const { row, word, from, to } of [...steps.values()].flat())
    edges.set(`${row.id} ${from.state} ${to.state}`, { id: row.id, word, from: from.state, to: to.state })
  return [...edges.values()]
}
