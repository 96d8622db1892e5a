import type { Facts } from '../../engine/definition'
import { misfitOf } from '../../engine/verify'
import { definitionOf, look, refusalOf } from './definition'
import { circleIn, type Explored, explore, type Situation, type StepTaken, trapsIn, wayTo } from './explore'
import { factNames, fromsOf, peopleCounted } from './facts'
import type { Step, WorkflowFile } from './format'
import type { Path } from './source'
import { waysIn } from './ways'

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
 * everywhere, that every step can answer, that a refusal changes nothing, that only what leads on is a consent, and that
 * every circle ends.
 *
 * @returns what does not hold, the first of each; none means proven
 */
export function prove(file: WorkflowFile): readonly Unproven[] {
  const definition = definitionOf(file)
  const explored = explore(file, definition)
  const { situations, broken, excess } = explored
  if (excess) return [{ ...excess, way: '' }]
  const reached = new Set(situations.map(({ state }) => state))
  const fault = (path: Path, message: string, way: readonly Said[] = []) => ({
    path,
    message,
    way: textOfWay(file, way),
  })
  const atStep = (step: Omit<StepTaken, 'to'>, message: string) => {
    const index = file.steps.findIndex(({ id }) => id === step.row.id)
    return fault(['steps', index], `${step.row.id} ${message}`, [...wayTo(explored, step.from), step])
  }
  const misfits = file.steps.flatMap((step, index) => {
    const { answer, to } = step
    const row = definition.rows.find(({ id }) => id === step.id)
    const isMisfit = row && fromsOf(file, step).some((from) => misfitOf(definition, row, from) !== undefined)
    const isAtGoal = (answer === 'confirm' || answer === 'missing') && file.states[String(to)]?.goal === true
    return isMisfit || isAtGoal ? [fault(['steps', index, 'answer'], misfitText(step))] : []
  })
  const { whyNoConsent } = waysIn(file)
  const noConsents = file.steps.flatMap((step, index) => {
    const why = step.agrees && whyNoConsent(step)
    return why ? [fault(['steps', index, 'agrees'], `${step.id} agrees, ${why}`)] : []
  })
  const traps = trapsIn(definition, explored)
  const trap = beginningOf(traps, explored)
  const circle = circleIn(file, explored)
  return [
    ...misfits,
    ...definition.states.flatMap((state) =>
      reached.has(state) ? [] : [fault(['states', state], `nothing leads to ${state}`)],
    ),
    ...file.steps.flatMap((step, index) =>
      deadIn(file, step, explored, reached).map((message) => fault(['steps', index], message)),
    ),
    ...noConsents,
    ...broken.map(({ step, message }) => atStep(step, message)),
    ...(trap
      ? [
          fault(
            ['states', trap.state],
            `from ${trap.state} no goal can be reached${stuckText(trap, traps, explored)}`,
            wayTo(explored, trap),
          ),
        ]
      : []),
    ...(circle ? [atStep(circle, endless)] : []),
  ]
}

const endless =
  'goes round without a word of the developer, and nothing counts (`by: developer`, or `add` with a limit in `when`, ends it)'

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

/** Of the situations that lead to no goal the nearest; if all are such, the nearest that leads to no further state. */
function beginningOf(traps: readonly Situation[], { situations, steps }: Explored): Situation | undefined {
  if (traps.length < situations.length) return traps[0]
  const order = [...new Set(situations.map(({ state }) => state))]
  const isFurther = ({ from, to }: StepTaken) => order.indexOf(to.state) > order.indexOf(from.state)
  return situations.find(({ key }) => !steps.get(key)?.some(isFurther))
}

/** Names the nearest state of a trap where it ends, if that is another than the one where it begins. */
function stuckText({ state: first }: Situation, traps: readonly Situation[], { steps }: Explored): string {
  const end = traps.find(({ key, state }) => (steps.get(key) ?? []).every(({ to }) => to.state === state))
  return end === undefined || end.state === first ? '' : `, and nothing leads out of ${end.state}`
}

/** Tells of a step that never answers in a state, whatever the files. */
function deadIn(file: WorkflowFile, step: Step, { answering }: Explored, reached: ReadonlySet<string>): string[] {
  const { id, from, word, when, needs = [] } = step
  const froms = fromsOf(file, step).filter((state) => reached.has(state))
  const answers = (row: string, state: string) => answering.get(row)?.has(state) === true
  const dead = froms.filter(
    (state) => ![id, ...needs.map((name) => refusalOf.need(id, name))].some((row) => answers(row, state)),
  )
  const [state] = dead
  if (state === undefined || (from === '*' && dead.length < froms.length)) return []
  const before = file.steps
    .slice(0, file.steps.indexOf(step))
    .find((other) => other.word === word && other.when === undefined && answers(other.id, state))
  const because = before
    ? `${before.id} answers first`
    : when === undefined
      ? 'the steps before it answer first'
      : 'its condition never holds there'
  return [`${id} can never answer in ${state}: ${because}`]
}

type Said = Pick<StepTaken, 'word' | 'files'>

/** @returns a way in words: what is said, and with which files */
function textOfWay(file: WorkflowFile, way: readonly Said[]): string {
  const people = peopleCounted(file).map(factNames.sameAs)
  const said = way.flatMap(({ word, files: facts }) => {
    if (word === look) return []
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
    ...(criteria ? [criteria === 1 ? '1 criterion' : `${criteria} criteria`] : []),
    ...(open ? [`${open} open`] : []),
    ...(links && links !== 'none' ? [`${links} links`] : []),
  ]
}

/** Says what repeats, of one step or several, once: `next, (back, next) ×6`. */
function folded(steps: readonly string[]): readonly string[] {
  const lines = steps.map((step) => `${step}\n`).join('')
  const shorter = lines.replace(repeated, (all: string, once: string) => {
    const part = folded(linesOf(once))
    const text = part.length === 1 ? part.join() : `(${part.join(', ')})`
    return `${text} ×${all.length / once.length}\n`
  })
  return shorter === lines ? steps : folded(linesOf(shorter))
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** Up to 200 lines that follow each other more than once. */
const repeated = /^((?:.+\n){1,200}?)\1+/gm
