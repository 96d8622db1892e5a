import { defineWorkflow } from '../../engine/definition'
import type { Probe, Workflow } from '../flow'
import { tell } from './describe'
import { designOf, documentsOf, filesOfItem, folderOf, graphOf, recordOf } from './documents'
import { brought, domain, facts, guards, possible } from './facts'
import { events, flow, isRouter, stopped, words } from './flow'
import { itemsLeft } from './items'
import { laws } from './laws'
import { type EventPayload, judge } from './payload'
import { rebuildIn } from './rebuild'
import { about, retell, type Step } from './recorded'
import { remembered, sessionIn, stateByHand } from './session'
import { rows } from './table'
import { claimsIn, provableIn, standingsIn } from './tasks'
import { updates } from './updates'

const ids = (wanted: boolean) => flow.filter((state) => isRouter(state) === wanted).map(({ id }) => id)

export const definition = defineWorkflow({
  name: 'collab',
  initial: 'collab-start',
  states: [...ids(false), stopped],
  routers: ids(true),
  terminals: ['done', stopped],
  errors: [],
  goal: ['done', stopped],
  events,
  guards,
  updates,
  rows,
  domain,
  brought,
  possible,
  laws,
})

/** @returns the texts of a folder's files by their names */
const namedIn = (folder: string, files: Probe): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path.slice(folder.length + 1), text]] : [],
    ),
  )

/** The workflow of a session; state, history and documents are in its folder. */
export const collab = (name: string): Workflow => ({
  definition,
  folder: folderOf(name),
  archives: recordOf(name, ''),
  local: `.ai/.local/collab/${name}`,
  words,
  look: 'status',
  probes: { [designOf(name)]: 'text', [graphOf(name)]: 'text' },
  facts,
  effects: {
    changes: {
      'begin the design': ({ probe }) =>
        probe[designOf(name)] === undefined ? [{ do: 'create', path: designOf(name), text: `# ${name}\n` }] : [],
    },
  },
  byHand: { file: 'collab-state.json', read: stateByHand },
  history: { about, retell },
  problems: (context, brought: EventPayload) => judge(sessionIn(context), brought).problems ?? [],
  describeTransition: (taken: Step, phrases) => tell(name, taken, phrases),
  provable: {
    command: `spell collab prove --session ${name}`,
    look: `spell collab status --session ${name}`,
    called: ['task', 'tasks'],
    then: `Report what is not reported yet: \`spell collab task ID,ID completed --session ${name}\`. If all is: \`spell collab next --session ${name}\`.`,
    criteria: (context) => provableIn(sessionIn(context)),
    standings: (context) => standingsIn(sessionIn(context), {}),
    claims: (context) => claimsIn(sessionIn(context)),
    asked: (context) => claimsIn(sessionIn(context)),
  },
  handover: {
    files: (context) =>
      sessionIn(context).workItems.flatMap(({ number }) =>
        filesOfItem(number).map((file) => `${documentsOf(name)}/${file}`),
      ),
    documents: async (context, files) => {
      const session = sessionIn(context)
      if (itemsLeft(session).length === 0) return undefined
      const { handover } = await import('./handover')
      return handover({ name, session, documents: namedIn(documentsOf(name), files) })
    },
  },
  remembers: remembered,
  recovery: { rebuild: rebuildIn(definition) },
  files: {
    key: { [designOf(name)]: 'what is to be built, item by item', [graphOf(name)]: 'the tasks and what they build on' },
  },
})
