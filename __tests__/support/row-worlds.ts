import { trials } from '../../src/engine/assignments'
import type { Definition, Facts } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import { mapValues } from '../../src/engine/records'
import { settingsPath } from '../../src/work/settings/settings'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import type { State } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import { standing } from './casting'

/** A row of the engineer table in one of its states, with facts for which it answers. */
export interface Reached {
  readonly row: (typeof rows)[number]
  readonly from: State
  readonly facts: Facts
}

/** The usual files in a state: those that the steps before it left. */
function usual(state: State): Facts {
  const has = (...states: readonly string[]) => states.some((name) => state.startsWith(name))
  const inTask = has('ACHIEVE', 'ERROR_TASK') || state.endsWith('_A')
  const applied = has('PR_APPLIED')
  const drafted = applied || has('PR_REVIEW', 'PR_CONFIRM_RESTART_TASK', 'ERROR_REVIEW_TASK_RESULTS')
  const plan = !has('GATHER_NEEDS', 'GATHER_EDITING_CONTEXT', 'ERROR_CONTEXT', 'ERROR_PLAN')
  return {
    context: !has('GATHER_NEEDS', 'ERROR_CONTEXT'),
    plan,
    task: inTask && !has('ERROR_TASK_MISSING'),
    results: has('ACHIEVE_TASK_EXECUTED'),
    comments: drafted || has('PR_', 'ERROR_REVIEW_TASK_MISSING'),
    reviewTask: drafted,
    reviewResults: applied,
    criteria: plan ? 2 : 0,
    openCriteria: plan && !has('ACHIEVE_COMPLETE') ? 1 : 0,
    contextLinks: 'none',
    planLinks: 'none',
    template: false,
    reviewTemplate: false,
    began: 'unknown',
    proof: 'complete',
    missingCommand: false,
    handedOver: false,
  }
}

const { guards, domain, possible } = engineer.definition

/** Each fact with all its values, and first the one that is wanted: of what no guard reads there is no other. */
const domainFrom = (facts: Facts): Definition['domain'] =>
  mapValues({ ...domain, handedOver: [false] }, (values, fact) => [...new Set([facts[fact] as never, ...values])])

/**
 * Every row in each of its states, with the first facts for which it answers, see `trials`; without those that take over documents,
 * which no file decides (`flows/engineer/taken-over` has it).
 */
const everyRow = (wanted: (state: State) => Facts): readonly Reached[] =>
  rows
    .filter(({ when }) => !when?.startsWith('handed over'))
    .flatMap((row) =>
      [row.from].flat().map((from: State) => {
        const rivals = rows.filter((other) => other.on === row.on && startsIn(other, from))
        const answers = (facts: Facts) =>
          rivals.find(({ when }) => when === undefined || guards[when]?.(facts)) === row && possible(facts)
        for (const { facts, answer } of trials(domainFrom(wanted(from)), answers))
          if (answer) return { row, from, facts }
        throw new Error(`nothing reaches ${row.id} in ${from}`)
      }),
    )

const files = ['context', 'plan', 'task', 'results', 'comments', 'reviewTask', 'reviewResults']
const withFiles = (areThere: boolean) => (state: State) => ({
  ...usual(state),
  ...Object.fromEntries(files.map((fact) => [fact, areThere])),
  ...(!areThere && { criteria: 0, openCriteria: 0 }),
})

/** Every row in each of its states, with facts as usual as possible. */
export const reached: readonly Reached[] = everyRow(usual)
/** Each row that changes something, and each state in which one does. */
export const changes: readonly Reached[] = eachOnce(
  reached.filter(({ row }) => row.kind === 'advance' || row.to !== 'same'),
)
/** The same with as many files as possible. */
export const reachedWithMany: readonly Reached[] = everyRow(withFiles(true))
/** The same with as few as possible. */
export const reachedWithFew: readonly Reached[] = everyRow(withFiles(false))

/** @returns as few of them as have each row and each state: for what depends on no more than one of the two */
export function eachOnce(worlds: readonly Reached[]): readonly Reached[] {
  const seen = new Set<unknown>()
  return worlds.filter(({ row, from }) => {
    const isNew = !seen.has(row) || !seen.has(from)
    seen.add(row).add(from)
    return isNew
  })
}

/** All that change the state, each with different files there, by the first words of the state that they begin in. */
export function changingByPhase(): Map<string, Reached[]> {
  const changing = [...reachedWithFew, ...reachedWithMany, ...reached].filter(({ row }) => row.to !== 'same')
  const different = new Map(changing.map((world) => [JSON.stringify([world.row.id, world.from, world.facts]), world]))
  const phases = new Map<string, Reached[]>()
  for (const world of different.values()) {
    const phase = world.from.split('_').slice(0, 2).join('_')
    phases.set(phase, [...(phases.get(phase) ?? []), world])
  }
  return phases
}

const link = {
  context: 'https://acme.atlassian.net/browse/ORD-12',
  plan: 'https://acme.atlassian.net/wiki/spaces/ORD/pages/34',
}

/** A task as spell writes it, which names the guide. */
const empty = '# Task\n\n<!-- See .ai/task-guide.md. -->\n'

/** Real files for the facts, each with a different text. */
export function filesOf(facts: Facts): Record<string, string> {
  const { criteria, openCriteria, contextLinks, planLinks } = facts
  const done = Number(criteria) - Number(openCriteria)
  const command = facts.proof === 'unproven' ? '  - run: `npm test`\n' : ''
  const boxes = ['The file has a header row', 'There is one row for each order', 'It takes less than two seconds']
    .slice(0, Number(criteria))
    .map((text, index) => `- [${index < done ? 'x' : ' '}] ${text}\n${index === 0 ? command : ''}`)
  const fetched = [contextLinks === 'done' && link.context, planLinks === 'done' && link.plan].filter(Boolean)
  // biome-ignore format: a case is a line
  const texts: readonly (readonly [there: unknown, path: string, text: string])[] = [
    [facts.context, file.context, `# Context\n\nOrders are copied by hand.\n${links(contextLinks, link.context)}`],
    [facts.plan, file.plan, `# CSV export\n\n${boxes.join('')}${links(planLinks, link.plan)}`],
    [facts.task, file.task, facts.template ? empty : '---\ntask_name: header-row\n---\n\n# Task\n\nWrite the header row.\n'],
    [facts.results, file.results, '## Achieved\n\nThe header row is written.\n'],
    [facts.comments, file.comments, '# Review Comments\n\n## Threads\n\n### src/export.ts:12\n\n> Why no quotes?\n'],
    [facts.reviewTask, file.reviewTask, facts.reviewTemplate ? empty : '# Review Task\n\n## Changes\n\nQuote every field.\n'],
    [facts.reviewResults, file.reviewResults, '## Achieved\n\nEvery field is quoted.\n'],
    [facts.missingCommand, settingsPath, JSON.stringify({ proof: { required: true } })],
    [fetched.length > 0, file.atlassianRefs, `${fetched.join('\n')}\n`],
  ]
  return Object.fromEntries(texts.filter(([there]) => there).map(([, path, text]) => [path, text]))
}

const links = (fact: unknown, url: string) => (fact === 'none' ? '' : `\nSee ${url}.\n`)

const origins: Readonly<Record<string, State>> = {
  drafting: 'ACHIEVE_TASK_DRAFTING',
  executed: 'ACHIEVE_TASK_EXECUTED',
  complete: 'ACHIEVE_COMPLETE',
}

/** The context of the work. */
export const contextOf = ({ began }: Facts): Record<string, unknown> => {
  const from = origins[String(began)]
  return from ? { review_from: from } : {}
}

/** The folder in which a row answers: its files and its state. The initial state needs no file. */
export const worldOf = ({ from, facts }: Reached): Record<string, string> => ({
  ...(from === engineer.definition.initial ? {} : standing(from, contextOf(facts))),
  ...filesOf(facts),
})
