import * as file from '../../../templates/collab/workflow.yaml'
import type { Workflow } from '../../workflow/flow'
import { tableOf } from '../../workflow/table'
import type { Turn } from '../../workflow/turn'
import { agent, done, say, you } from '../../workflow/turn'
import { tell } from './describe'
import { designOf, documentsOf, filesOfItem, folderOf, graphOf, textsIn } from './documents'
import { entry } from './entry'
import { facts } from './facts'
import { domain, getState, isClear, stopped, words, wordsOfSkills } from './flow'
import { itemsLeft, untypedAt } from './items'
import { type CollabPayload, judge } from './payload'
import { about, type CollabStep, rebuildIn, retell } from './recorded'
import { remembered, type Session, sessionIn, stateByHand } from './session'
import { rows } from './table'
import { claimsIn, openIndex, openWave, provableIn, standingsIn } from './tasks'
import { updates } from './updates'

export const definition = tableOf(
  { ...file, facts: domain, goal: file.goals },
  { name: 'collab', initial: file.start, terminals: file.goals, updates, rows },
)

/** The workflow of a session; state, history and documents are in its folder. */
export const collab = (name: string): Workflow => ({
  definition,
  entry,
  folder: folderOf(name),
  local: `.ai/.local/collab/${name}`,
  words,
  look: 'status',
  probes: { [designOf(name)]: 'text', [graphOf(name)]: 'text' },
  facts,
  turn: ({ state, context }) => turnIn(state, sessionIn(context)),
  effects: {
    changes: {
      'begin the design': ({ probe }) =>
        probe[designOf(name)] === undefined ? [{ do: 'create', path: designOf(name), text: `# ${name}\n` }] : [],
    },
  },
  states: { endsAs: (state) => (state === stopped ? 'given up' : undefined) },
  answers: {
    problems: (context, brought: CollabPayload) => judge(sessionIn(context), brought).problems ?? [],
    describe: (taken: CollabStep, phrases) => tell(name, taken, phrases),
  },
  memory: {
    keys: remembered,
    about,
    retell,
    rebuild: rebuildIn(definition),
    byHand: { file: 'collab-state.json', read: stateByHand },
  },
  proving: {
    said: {
      command: `spell collab prove --session ${name}`,
      look: `spell collab status --session ${name}`,
      called: ['task', 'tasks'],
      then: 'Then `spell collab task ID,ID completed`, or if all is reported `spell collab next`.',
    },
  },
  provable: {
    criteria: (context) => provableIn(sessionIn(context)),
    standings: (context) => standingsIn(sessionIn(context), {}),
    claims: (context) => claimsIn(sessionIn(context)),
    asked: (context) => claimsIn(sessionIn(context)),
    isAgreed: (state) => file.groups.agreed?.includes(state) === true,
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
      return handover({ name, session, documents: textsIn(documentsOf(name), files) })
    },
  },
  files: {
    key: { [designOf(name)]: 'what is to be built, item by item', [graphOf(name)]: 'the tasks and what they build on' },
  },
})

function turnIn(state: string, session: Session): Turn {
  const { skill, display = '' } = getState(state) ?? {}
  if (!skill) return done
  const isEmpty = state === 'gather-goals' && session.workItems.length === 0
  if (state === 'collab-start' || isEmpty) return you('say what you want to get done')
  const [untyped] = untypedAt(session, state)
  if (untyped) return you(`say the type of item ${untyped.number}: code, task or bugfix`)
  const word = wordsOfSkills[skill]
  if (word !== undefined) return say([word])
  if (isClear(state)) return you('say whether to go on here')
  const wave = state === 'execute-batch' ? openWave(session) : undefined
  if (wave?.tasks.some(({ status }) => status === 'failed')) return you('decide what becomes of the failed task')
  return agent(`${display.toLowerCase()}${wave ? ` wave ${openIndex(session) + 1}` : ''}`)
}
