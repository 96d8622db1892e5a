import type { Context, Facts } from '../../engine/definition'
import { misfitOf } from '../../engine/verify'
import { definitionOf, look, refusalOf } from './definition'
import { circleIn, type Explored, explore, type Situation, type Step as Taken, trapsIn, wayTo } from './explore'
import { factNames, fromsOf, peopleCounted } from './facts'
import type { Step, WorkflowFile } from './format'
import type { Path } from './source'

/** What a workflow breaks of what is proven of the built-in ones, too. */
export interface Unproven {
  /** What of the file is at fault. */
  readonly path: Path
  /** A sentence without a full stop. */
  readonly message: string
  /** The shortest way there: `next with question.md, back ×6`; empty at the beginning. */
  readonly way: string
}

/**
 * Proves that every word has an answer in every state whatever the files, that every state is reached, the goal from
 * everywhere, that every step can answer, that a refusal changes nothing, and that every circle ends.
 *
 * @returns what does not hold, the first of each; none means proven
 */
export function prove(file: WorkflowFile): readonly Unproven[] {
  const definition = definitionOf(file, { folder: '', pathOf: (name) => name })
  const explored = explore(file, definition)
  const reached = new Set(explored.situations.map(({ state }) => state))
  const { excess } = explored
  if (excess) return [{ ...excess, way: '' }]
  const misfits = file.steps.flatMap((step, index): Unproven[] => {
    const { answer, to } = step
    const row = definition.rows.find(({ id }) => id === step.id)
    const isMisfit = row && fromsOf(file, step).some((from) => misfitOf(definition, row, from) !== undefined)
    const isAtGoal = (answer === 'confirm' || answer === 'missing') && file.states[String(to)]?.goal === true
    return isMisfit || isAtGoal ? [{ path: ['steps', index, 'answer'], message: misfitText(step), way: '' }] : []
  })
  const unreached = definition.states.filter((state) => !reached.has(state))
  const trap = nearestTrap(trapsIn(definition, explored), explored)
  const circle = circleIn(file, explored)
  return [
    ...misfits,
    ...unreached.map((state) => ({
      path: ['states', state],
      message: `nothing leads to ${state}`,
      way: '',
    })),
    ...file.steps.flatMap((step, index) => deadIn(file, step, index, explored, reached)),
    ...explored.broken.map(({ step, message }) => ({
      path: ['steps', indexOf(file, step.row.id)],
      message: `${step.row.id} ${message}`,
      way: textOfWay(file, [...wayTo(explored, step.from), step]),
    })),
    ...(trap
      ? [
          {
            path: ['states', trap.state],
            message: `from ${trap.state} no goal can be reached`,
            way: textOfWay(file, wayTo(explored, trap)),
          },
        ]
      : []),
    ...(circle
      ? [
          {
            path: ['steps', indexOf(file, circle.row.id)],
            message: `${circle.row.id} goes round without a word of the developer, and nothing counts (\`by: developer\`, or \`add\` with a limit in \`when\`, ends it)`,
            way: textOfWay(file, [...wayTo(explored, circle.from), circle]),
          },
        ]
      : []),
  ]
}

/** What does not fit in a step, in the words of its file. */
function misfitText({ id, answer, to }: Step): string {
  switch (answer) {
    case undefined:
      return `${id} goes on to ${to}, where only steps with \`answer: missing\` lead; give it that answer, or another state`
    case 'stay':
      return `${id} stays, so it has no \`to\``
    case 'confirm':
    case 'missing':
      return `${id} has \`answer: ${answer}\`, which leads to another state that is no goal: \`to: STATE\``
    default:
      return `${id} has \`answer: ${answer}\`, which changes nothing: leave out \`to\` and \`do\``
  }
}

/** Of the situations that lead to no goal, the nearest that leads nowhere else; without counting if all of them are such. */
function nearestTrap(traps: readonly Situation[], { situations: [start], steps }: Explored): Situation | undefined {
  const isAll = traps[0] === start
  const isEnd = ({ key, context }: Situation) =>
    (steps.get(key) ?? []).every(({ to }) => to.key === key) && (!isAll || isSame(context, start?.context ?? {}))
  return traps.find(isEnd) ?? traps[0]
}

const isSame = (one: Context, other: Context): boolean => JSON.stringify(one) === JSON.stringify(other)

const indexOf = (file: WorkflowFile, id: string): number => file.steps.findIndex((step) => step.id === id)

/** The states of a step in which it never answers, whatever the files. */
function deadIn(
  file: WorkflowFile,
  step: Step,
  index: number,
  { answering }: Explored,
  reached: ReadonlySet<string>,
): Unproven[] {
  const { id, from, word, when, needs = [] } = step
  const froms = fromsOf(file, step).filter((state) => reached.has(state))
  const answers = (row: string, state: string) => answering.get(row)?.has(state) === true
  const dead = froms.filter(
    (state) => ![id, ...needs.map((name) => refusalOf.need(id, name))].some((row) => answers(row, state)),
  )
  const [state] = dead
  if (state === undefined || (from === '*' && dead.length < froms.length)) return []
  const before = file.steps
    .slice(0, index)
    .find((other) => other.word === word && other.when === undefined && answers(other.id, state))
  const because = before
    ? `${before.id} answers first`
    : when === undefined
      ? 'the steps before it answer first'
      : 'its condition never holds there'
  return [{ path: ['steps', index], message: `${id} can never answer in ${state}: ${because}`, way: '' }]
}

/** @returns a way in words: what is said, and with which files */
function textOfWay(file: WorkflowFile, way: readonly Pick<Taken, 'word' | 'files'>[]): string {
  const people = peopleCounted(file).map(factNames.sameAs)
  const said = way
    .filter(({ word }) => word !== look)
    .map(({ word, files: facts }) => {
      const found = Object.entries(file.files ?? {}).flatMap(([name, path]) => {
        const how = howIs(name, facts)
        return how ? [how.length > 0 ? `${path} (${how.join(', ')})` : path] : []
      })
      const also = [
        ...(facts.proof === 'complete' ? ['proofs'] : []),
        ...(facts.missingCommand === true ? ['a missing command'] : []),
        ...[factNames.handedOver, ...people].filter((fact) => facts[fact] === true),
      ]
      const all = [...found, ...also]
      return all.length > 0 ? `${word} with ${all.join(' and ')}` : word
    })
  return folded(said).join(', ')
}

/** What is so of a file that decided; undefined if it is not there, or nothing was asked of it. */
function howIs(name: string, facts: Facts): readonly string[] | undefined {
  const { ofFile } = factNames
  const [criteria, open, links] = (['criteria', 'open', 'links'] as const).map((asked) => facts[ofFile(asked, name)])
  if (facts[ofFile('there', name)] !== true) return undefined
  return [
    ...(facts[ofFile('written', name)] === false ? ['untouched'] : []),
    ...(criteria ? [`${criteria} criteria`] : []),
    ...(open ? [`${open} open`] : []),
    ...(links && links !== 'none' ? [`${links} links`] : []),
  ]
}

/** Says what repeats, of one step or several, once. */
function folded(steps: readonly string[]): readonly string[] {
  const said: string[] = []
  for (let start = 0; start < steps.length; ) {
    let best = { length: 1, times: 1 }
    for (let length = 1; length <= Math.min(longestPart, (steps.length - start) / 2); length++) {
      let end = start + length
      while (end < steps.length && steps[end] === steps[end - length]) end++
      const times = Math.floor((end - start) / length)
      if (times > 1 && times * length > best.times * best.length) best = { length, times }
    }
    const part = steps.slice(start, start + best.length)
    const text = part.length === 1 ? part.join() : `(${folded(part).join(', ')})`
    said.push(best.times === 1 ? text : `${text} ×${best.times}`)
    start += best.length * best.times
  }
  return said
}

/** How many steps that repeat are looked for. */
const longestPart = 200
