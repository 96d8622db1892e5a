import { type Context, type Facts, isAvailable } from '../../engine/definition'
import { isGoal } from '../../engine/place'
import { recordOf } from '../../engine/records'
import { peekTransition } from '../../engine/reduce'
import { likelyBoxes } from '../../text/markdown/task-items'
import type { Workflow } from '../../workflow/flow'
import { replay } from '../../workflow/replay'
import type { Settings } from '../../workflow/settings'
import type { Probe } from '../../workflow/transition'
import { agent, done, say, you } from '../../workflow/turn'
import type { Stage } from '../../workflow/workflow-entry'
import { countCriteria, criteriaIn, leftIn, mayHaveCommands } from '../engineer/criteria'
import { isUnwritten, linkFact, linksOf } from '../engineer/facts'
import { namedFolder } from '../engineer/files'
import { handedOver, takeOver } from '../engineer/taken-over'
import { definitionOf, look } from './definition'
import { entryOf } from './entry'
import { factNames, peopleCounted, peopleIn, provenFile, storedFactsOf, storedNames } from './facts'
import { changesOf } from './file-changes'
import type { WorkflowFile } from './format'
import { itemsText, listsIn } from './items'
import { broughtFacts, broughtIn, foundIn, memoryKeys } from './memory'
import { openText, settlingIn, tookIn } from './memory-text'
import { mistakesIn } from './mistakes'
import { asksProof, isDevelopers, isForAnother, reservedIn, stepsOf, wordsOfAgent } from './steps-of'
import type { Gone } from './stored-definition'
import { itemsIn, itemsKey } from './stored-items'
import { definitionPath } from './stored-name'
import { type Brought, inputOf, takesOf } from './taken'
import { waysIn } from './ways'

/**
 * Makes a workflow from its file: what the built-in ones are, as the same value.
 *
 * @param file proven, as `readWorkflow` returns it
 * @param name of the piece of work
 * @param gone what earlier definitions of the piece of work had
 * @param templates the texts that its files are created from, by their names
 */
export function ownWorkflow(
  file: WorkflowFile,
  name: string,
  templates: Readonly<Record<string, string>>,
  gone?: Gone,
): Workflow {
  const folder = `${namedFolder}/${name}`
  const names = Object.keys(file.files ?? {})
  // What was fetched already, a link a line.
  const refs = `${folder}/.atlassian-refs`
  const pathOf = (of: string) => `${folder}/${file.files?.[of] ?? of}`
  const definition = { ...definitionOf(file, { folder, pathOf }), ...(gone && { gone }) }
  const people = peopleCounted(file)
  const { leadsOn, isAside } = waysIn(file)
  const developers = new Set(file.steps.filter(({ by }) => by === 'developer').map(({ id }) => id))
  const planned = provenFile(file)
  const keptFacts = storedFactsOf(file)
  const isAgents = (state: string, [row]: readonly string[]): boolean =>
    definition.rows.some(({ id, on }) => id === row && wordsOfAgent(file, state).includes(on))

  const { ofFile } = factNames
  const links = (probe: Probe, of: string, settings: Pick<Settings, 'atlassian'>) =>
    linksOf(probe[pathOf(of)], probe[refs], settings)
  const factsOf = (probe: Probe, of: string, settings: Settings): Facts => {
    const text = probe[pathOf(of)]
    const isWritten = typeof text === 'string' && !isUnwritten(text) && plain(text) !== plain(templates[of])
    const { criteria, openCriteria } = countCriteria(String(text ?? ''))
    return {
      [ofFile('there', of)]: typeof text === 'string',
      [ofFile('written', of)]: isWritten,
      [ofFile('criteria', of)]: criteria,
      [ofFile('open', of)]: openCriteria,
      [ofFile('links', of)]: linkFact(links(probe, of, settings)),
    }
  }
  const mistakesOf = (context: Context, brought: Brought | undefined) =>
    brought ? mistakesIn(file, foundIn(context), brought, itemsIn(context)) : []
  const possible = (state: string, facts: Facts): readonly string[] =>
    Object.keys(file.words).filter((word) => isAvailable(peekTransition(definition, state, word, facts).row.kind))

  return {
    definition,
    entry: entryOf(file),
    name,
    folder,
    local: `.ai/.local/${file.workflow}/${name}`,
    words: {
      ...recordOf(definition.events, String, (word) => (_: unknown, rows: readonly string[]) => {
        return rows.some((id) => developers.has(id)) ? word : undefined
      }),
      upgrade: 'its name',
    },
    look,
    // A review that a workflow of a file has is no task to archive: the stage before it goes on.
    states: {
      stages: stagesOf(file),
      isTaskLeft: true,
      endsAs: (state) => (file.states[state]?.over === 'given up' ? 'given up' : undefined),
    },
    probes: recordOf([...names.map(pathOf), refs], String, () => 'text' as const),
    facts: (here, settings, context, payload) => {
      const isHandedOver = payload?.plan !== undefined
      // What counts then is what is handed over.
      const brought = payload && broughtIn(payload)
      const probe = isHandedOver
        ? { ...here, ...recordOf(handedOver, pathOf, (of) => payload[of] as Probe[string]) }
        : here
      return {
        ...Object.assign({}, ...names.map((of) => factsOf(probe, of, settings))),
        ...keptFacts(context),
        ...broughtFacts(file, context, brought, mistakesOf(context, brought)),
        begun: context.definition !== undefined,
        ...recordOf(people, factNames.sameAs, (counter) => hasCounted(context, counter, payload?.person)),
        ...(planned !== undefined && {
          ...countCriteria(String(probe[pathOf(planned)] ?? '')),
          proof: 'complete',
          missingCommand: false,
        }),
        [factNames.handedOver]: isHandedOver,
      }
    },
    turn: ({ state, facts, probe, proofs }) => {
      if (isGoal(definition, state)) return done
      const here = possible(state, facts)
      // Who has counted already waits for another.
      const all = possible(state, { ...facts, ...recordOf(people, factNames.sameAs, () => false) })
      const theirs = all.filter((word) => isDevelopers(file, state, word) || !here.includes(word))
      const isOnward = theirs.some((word) => leadsOn(state, word) && !isAside(state, word))
      const asks = stepsOf(file, state).some((step) => asksProof(step, planned))
      const plan = planned !== undefined && asks && probe[pathOf(planned)]
      const { yours, isAll } = leftIn(typeof plan === 'string' ? criteriaIn(plan) : [], { proofs, hasTasks: true })
      if (isAll && !isOnward) {
        const confirm = `spell ${file.workflow} confirm ${yours.join(' ')} --work ${name}`
        return you(`run \`${confirm}\``, confirm)
      }
      // What leads on later waits for the agent: until then a way out is nothing that the developer has to say.
      const isWaiting = Object.keys(file.words).some((word) => leadsOn(state, word))
      if (theirs.length === 0 || (!isOnward && isWaiting)) return agent(`at “${file.states[state]?.title}”`)
      return say(theirs, {
        note: (word) => (isForAnother(file, state, word, facts) ? ' (one who has not yet)' : ''),
      })
    },
    input: { ...inputOf(file, pathOf), countsPeople: people.length > 0 },
    agreement: {
      words: (state) => [...new Set(stepsOf(file, state).flatMap(({ agrees, word }) => (agrees ? [word] : [])))],
      isBy: (_, rows) => file.steps.some(({ agrees, id }) => agrees && rows.includes(id)),
    },
    answers: {
      problems: (context, payload) => mistakesOf(context, broughtIn(payload)),
      describe: ({ context, proofs, state, rows }) => ({
        ...(planned !== undefined && { faults: (proofs?.faults ?? []).map((fault) => `${pathOf(planned)} ${fault}`) }),
        overview: [openText(file, foundIn(context)), itemsText(itemsIn(context))].filter(Boolean).join('\n\n'),
        // An upgrade says what it has changed.
        values: {
          ...settlingIn(file, foundIn(context)),
          counts: countsIn(file, context),
          changed: '',
          then: isAgents(state, rows) ? again : 'Wait.',
        },
        leftOut: { agent: reservedIn(file) },
      }),
    },
    memory: {
      keys: [...keysOf(file), ...(gone?.remembers ?? [])],
      // The context is short, and with it in each entry a lost state is found again.
      about: ({ before, context, payload }) => {
        const took = tookIn(before, context, broughtIn(payload))
        return { remembered: context, ...(took && { took }) }
      },
      retell: ({ took = '' }) => String(took),
      rebuild: (remains) => replay(definition, remains, () => ({})),
    },
    effects: {
      lists: recordOf(
        names,
        String,
        (of) => (probe: Probe, settings: Settings) => links(probe, of, settings).unfetched,
      ),
      changes: {
        'take over': takeOver((of) => (names.includes(of) ? pathOf(of) : undefined)),
        ...Object.fromEntries(names.flatMap((of) => changesOf(file, of, pathOf(of)))),
        upgrade: ({ payload: { text } }) => [
          { do: 'retire', path: definitionPath(folder) },
          { do: 'create', path: definitionPath(folder), text: String(text) },
        ],
      },
    },
    proving: {
      said: {
        command: `spell ${file.workflow} prove --work ${name}`,
        then: 'Do not tick or change anything in the file yourself; say what the commands show.',
      },
      // It may count no criteria; what the settings ask for it has to show, too.
      isWithoutPlan: true,
      uncounted: names.filter((of) => of !== planned).map(pathOf),
    },
    ...(planned !== undefined && {
      plan: {
        file: pathOf(planned),
        criteria: likelyBoxes,
        progress: ({ criteria, openCriteria }: Facts) => ({ criteria: Number(criteria), open: Number(openCriteria) }),
        mayHaveCommands: (probe: Probe) => mayHaveCommands(String(probe[pathOf(planned)] ?? '')),
        completes: (event: string, state: string) => stepsOf(file, state, event).some((step) => asksProof(step)),
      },
    }),
    files: { key: recordOf(names.map(pathOf), String, (path) => path.slice(folder.length + 1)) },
  }
}

/** @returns the keys of a context */
export const keysOf = (file: WorkflowFile): readonly string[] => [
  'definition',
  ...storedNames(file),
  ...peopleCounted(file).map(factNames.peopleOf),
  ...(Object.keys(file.words).some((word) => takesOf(file, word).length > 0)
    ? [memoryKeys.taken, memoryKeys.found]
    : []),
  ...(listsIn(file).length > 0 ? [itemsKey] : []),
]

const stagesOf = ({ states }: WorkflowFile): Record<string, Stage> =>
  Object.fromEntries(
    Object.entries(states).flatMap(([state, { phase }]) =>
      phase === 'review' ? [] : [[state, phase === 'complete' ? 'between' : phase] as const],
    ),
  )

/** What git does to line endings changes nothing. */
const plain = (text = ''): string => text.replaceAll('\r\n', '\n').trim()

/** A refused word that is the agent's is not waited for. */
const again = 'When that has changed, say it again.'

/** Whether someone has counted, whatever the case of the address. */
const hasCounted = (context: Context, counter: string, person: unknown): boolean =>
  peopleIn(context, counter).some((one) => one.toLowerCase() === `${person}`.toLowerCase())

/** ` · approvals: 1 of 2`, for each that has begun to count. */
const countsIn = ({ counts = {} }: WorkflowFile, context: Context): string =>
  Object.entries(counts)
    .flatMap(([name, { most }]) => (Number(context[name] ?? 0) > 0 ? [` · ${name}: ${context[name]} of ${most}`] : []))
    .join('')
