import { defineWorkflow } from '../../src/engine/definition'
import type { Effect } from '../../src/workflow/effect'
import type { Workflow } from '../../src/workflow/flow'
import type { RowText } from '../../src/workflow/texts'
import type { KnownWorkflow, WorkflowEntry } from '../../src/workflow/workflow-entry'
import { texts as ofEngineer } from './casting'

const states = ['sketching', 'inking', 'inked'] as const

const definition = defineWorkflow({
  name: 'sketch',
  initial: 'sketching',
  goal: 'inked',
  states: [...states],
  errors: [],
  events: ['draw', 'status'],
  guards: {},
  updates: {},
  rows: [
    { id: 'D1', from: 'sketching', on: 'draw', to: 'inking', kind: 'advance', effects: [] as Effect[] },
    { id: 'D2', from: 'inking', on: 'draw', to: 'inked', kind: 'advance' },
    { id: 'D3', from: 'inked', on: 'draw', to: 'same', kind: 'no-op' },
    { id: 'L', from: '*', on: 'status', to: 'same', kind: 'show' },
  ],
  domain: {},
  possible: () => true,
  laws: [],
})

const known: KnownWorkflow = {
  name: 'sketch',
  summary: 'Draw',
  choose: 'you draw',
  begin: 'spell sketch draw',
  look: () => 'spell sketch status',
  called: 'sketch',
  folder: '.ai/sketch',
  phaseOnBoard: (state) => (state === 'inked' ? 'complete' : state === 'inking' ? 'review' : 'planning'),
  atGoal: 'inked',
  report: async () => ({
    partOf: ({ state }) => ({
      title: 'A house',
      criteria: [],
      tasks: [],
      counted: 'items',
      total: 2,
      met: state === 'inked' ? 2 : 1,
      proven: 0,
      rest: [],
    }),
    decisionIn: ({ trigger }) => ({ kind: 'decision', text: `Drawn: ${trigger}`, by: 'developer', said: '' }),
  }),
}

/** What a workflow has that remembers nothing and asks for nothing in particular. */
export const plain = { answers: {}, memory: { keys: [] }, effects: {}, states: {}, files: {} }

export const sketch: Workflow = {
  definition,
  entry: known,
  folder: '.ai/sketch',
  local: '.ai/.local/sketch',
  words: { draw: 'its name', status: 'none' },
  look: 'status',
  turn: () => ({ who: 'agent', does: 'working' }),
  probes: {},
  facts: () => ({}),
  ...plain,
}

export const entry: WorkflowEntry = { ...known, load: async () => ({ open: () => sketch }) }

const text: RowText = { summary: 'draws', ai: 'Draw.', happened: 'Drawn.', because: 'it is drawn', next: 'Draw on.' }

/** The texts of the engineer, with rows of the sketch. */
export const texts = {
  ...ofEngineer,
  brief: 'You draw.',
  phrases: { ...ofEngineer.phrases, draw: 'draw', status: 'look' },
  rows: new Map<string, RowText>([
    ['D1', text],
    ['D2', text],
    ['D3', text],
    ['L', { ...text, title: 'Drawing', where: 'You draw.' }],
  ]),
}
