import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { engineerCopy } from '../../../scripts/engineer-copy'
import type { Step, WorkflowFile } from '../../../src/workflows/own/format'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { isNightly } from '../../support/proving'
import { repository } from '../../support/source-files'

/** Workflows, each broken in one place at a time: what is broken is named, with its line. */

const read = (path: string) => readFileSync(join(repository, path), 'utf8').replaceAll('{{name}}', 'mine')
const workflows: Readonly<Record<string, string>> = {
  rfc: read('docs/workflows/rfc.yaml'),
  release: read('docs/workflows/release.yaml'),
  'the one that `new` writes': read('templates/workflow/new.yaml'),
  rollout: read('__tests__/workflows/own/examples/rollout.yaml'),
  outage: read('__tests__/workflows/own/examples/outage.yaml'),
  choice: read('__tests__/workflows/own/examples/choice.yaml'),
  'the copied engineer': (engineerCopy()['.yaml'] ?? '').replaceAll('{{name}}', 'mine'),
}

/** A proof of the copy takes a third of a second: outside of the night a part of it is broken. */
function some<Item>(all: readonly Item[], text: string): readonly Item[] {
  const most = isNightly || text.length < 20_000 ? all.length : 4
  return all.filter((_, index) => index % Math.ceil(all.length / most) === 0)
}

interface Mutant {
  readonly what: string
  readonly make: () => string
  /** What has to be said, and of which part: one of these states or steps. */
  readonly says: RegExp
  readonly of: readonly string[]
}

/** A workflow with one change: `change` gets the maps of its states and its steps. */
function changed(text: string, change: (states: YAMLMap, steps: YAMLMap[], words: YAMLMap) => void): string {
  const document = parseDocument(text)
  const steps = document.get('steps')
  const [states, words] = [document.get('states'), document.get('words')]
  if (!isSeq(steps) || !isMap(states) || !isMap(words)) throw new Error('this is no workflow')
  change(states, steps.items as YAMLMap[], words)
  return document.toString({ lineWidth: 0 })
}

const lineOf = (text: string, part: string): number =>
  1 + text.split('\n').findIndex((line) => new RegExp(`^  ${part}:|\\bid"?: "?${part}(?![\\w-])`).test(line))

function stateOf(states: YAMLMap, state: string): YAMLMap {
  const found = states.get(state)
  if (!isMap(found)) throw new Error(`there is no state ${state}`)
  return found
}

/** Each text that somebody reads, left out. */
function withoutTexts(text: string, { states, steps }: WorkflowFile): Mutant[] {
  const ofStates = Object.entries(states).flatMap(([state, { goal }]) =>
    ['title', 'developer', ...(goal ? [] : ['agent'])].map((key) => ({
      what: `${state} without ${key}`,
      make: () => changed(text, (states) => stateOf(states, state).delete(key)),
      says: key === 'title' ? /^"title" is missing/ : new RegExp(`^${state} has no text for the ${key}`),
      of: [state],
    })),
  )
  const ofSteps = steps.flatMap(({ id, answer = '' }, index) =>
    ['refuse', 'nothing', 'confirm', 'missing'].includes(answer)
      ? [
          {
            what: `${id} without text`,
            make: () => changed(text, (_, steps) => steps[index]?.delete('text')),
            says: new RegExp(`^${id} has \`answer: ${answer}\`, and no \`text\``),
            of: [id],
          },
        ]
      : [],
  )
  return [...ofStates, ...ofSteps]
}

/** Each state, with all the steps that lead out of it taken away. */
const traps = (text: string, { states }: WorkflowFile): Mutant[] =>
  Object.entries(states).flatMap(([state, { goal }]) =>
    goal
      ? []
      : [
          {
            what: `nothing leads out of ${state}`,
            make: () =>
              changed(text, (_, steps) => {
                for (const step of steps) {
                  const others = fromsOf(step, Object.keys(states)).filter((from) => from !== state)
                  if (step.get('to') === undefined || step.get('to') === 'same') continue
                  step.set('from', others.length > 0 ? others : [state])
                  if (others.length === 0) step.set('to', 'same')
                }
              }),
            says: new RegExp(
              `^from ${state} no goal can be reached|no goal can be reached, and nothing leads out of ${state}$`,
            ),
            of: Object.keys(states),
          },
        ],
  )

function fromsOf(step: YAMLMap, all: readonly string[]): string[] {
  const from = step.get('from')
  if (isSeq(from)) return from.toJSON() as string[]
  return from === '*' ? all.filter((state) => state !== step.get('to')) : [String(from)]
}

/** @returns a condition that contradicts itself, and asks for what the other one does */
const never = (file: string, when: Step['when']) => ({
  all: [{ there: file }, { not: { there: file } }, ...(when ? [when] : [])],
})

/** Each step, with a condition that contradicts itself. */
const dead = (text: string, { steps, files = {} }: WorkflowFile): Mutant[] =>
  steps.map(({ id, when }, index) => ({
    what: `${id} never holds`,
    make: () => changed(text, (_, steps) => steps[index]?.set('when', never(Object.keys(files)[0] ?? '', when))),
    says: new RegExp(`^${id} can never answer in .*: its condition never holds there`),
    of: [id],
  }))

/** Each step, with one before it that takes all that it would. */
const shadowed = (text: string, { steps }: WorkflowFile): Mutant[] =>
  steps.map(({ id }, index) => ({
    what: `${id} comes too late`,
    make: () =>
      changed(text, (_, steps) => {
        const before = steps[index]?.clone() as YAMLMap
        before.set('id', 'FIRST')
        before.delete('when')
        before.delete('agrees')
        steps.splice(index, 0, before)
      }),
    says: new RegExp(`^${id} can never answer in .*: FIRST answers first`),
    of: [id],
  }))

/** From each state to the next one, and back, without a word of the developer. */
const circles = (text: string, { states, steps }: WorkflowFile): Mutant[] =>
  Object.keys(states).flatMap((state) => {
    const to = steps.find((step) => isOnward(step, state, states))?.to
    return typeof to !== 'string'
      ? []
      : [
          {
            what: `${state} and ${to} go round`,
            make: () =>
              changed(text, (_, steps, words) => {
                words.set('thither', 'go there')
                words.set('hither', 'come back')
                const like = (step: Step) => parseDocument(JSON.stringify(step)).contents as unknown as YAMLMap
                steps.push(like({ id: 'THITHER', from: state, word: 'thither', to }))
                steps.push(like({ id: 'HITHER', from: to, word: 'hither', to: state }))
              }),
            says: /goes round without a word of the developer/,
            of: ['THITHER', 'HITHER', ...steps.map(({ id }) => id)],
          },
        ]
  })

const isOnward = ({ from, to }: Step, state: string, states: WorkflowFile['states']): boolean =>
  from === state && typeof to === 'string' && to !== 'same' && to !== state && states[to]?.goal !== true

const kinds = {
  'a missing text': withoutTexts,
  'a trap': traps,
  'a dead step': dead,
  'a shadowed step': shadowed,
  'a circle': circles,
}

describe.each(Object.keys(workflows))('%s', (name) => {
  const text = changed(workflows[name] ?? '', () => {})
  const { file, faults } = readWorkflow(text)

  test('is proven', () => expect(faults).toEqual([]))

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s is named with its line', (kind) => {
    const mutants = some(file ? kinds[kind](text, file) : [], text)
    expect(mutants).not.toHaveLength(0)
    const missed = mutants.flatMap(({ what, make, says, of }) => {
      const text = make()
      const { faults } = readWorkflow(text)
      const isNamed = faults.some(
        ({ line, message }) => says.test(message) && of.some((part) => lineOf(text, part) === line),
      )
      return isNamed ? [] : [{ what, faults: faults.map(({ line, message, way }) => `${line} ${message}: ${way}`) }]
    })
    expect(missed).toEqual([])
  })
})
