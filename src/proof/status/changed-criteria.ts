import { code } from '../../text/markdown/code'
import { quoted } from '../../text/markdown/shown-command'
import { beginningOf, inline } from '../../text/markdown-parts'
import { agreesTo } from '../../work/history/agreed'
import { compareCriteria } from '../../work/history/compare-criteria'
import { type HistoryLine, transitionToday, type WordSource } from '../../work/history/history-line'
import { criteriaAfter, type KnownCriteria, knownCriteria } from '../../work/history/known-criteria'
import { knownIn } from '../../work/known'
import { proofLogOf } from '../../work/proof-log'
import type { Work } from '../../work/work'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import type { PlannedCommand } from '../../workflow/criteria/planned-command'
import { isRed, type Proof } from '../../workflow/criteria/status'
import type { Workflow } from '../../workflow/flow'
import { differenceOf, inFolder, lines, saidOf } from './said-criterion'

/** A criterion that says something else than when it had failed, was stale, or was agreed to. */
export interface ChangedCriterion {
  /** Its number in the plan of today; absent if it was taken out. */
  readonly number?: number
  readonly text: string
  /** From what to what: `expect: stdout contains a → b`; empty if the record is too old to tell. */
  readonly difference: string
  readonly after: 'it had failed' | 'it was stale' | 'it was agreed to'
  /** The step that took it along, and how the developer's word for that is known; absent if no step has. */
  readonly passed?: { readonly time: string; readonly word?: WordSource; readonly agrees: boolean }
}

/** One version of a criterion, from when on it was seen. */
interface Version {
  readonly key: string
  readonly commands: string
  readonly time: string
  readonly said?: string
  readonly passed?: ChangedCriterion['passed']
}

interface Listed {
  readonly known: KnownCriteria
  readonly time: string
  passed?: ChangedCriterion['passed']
}

/** Follows the criteria of a piece of work through its history, and says at its end which of them were changed. Pure. */
export function followChanges({ definition, states, plan: hasPlan }: Pick<Workflow, 'definition' | 'states' | 'plan'>) {
  const said = new Map<string, string>()
  const listed: Listed[] = []
  const words: HistoryLine[] = []
  let known: KnownCriteria | undefined

  return {
    take(line: HistoryLine): void {
      const { plan, timestamp: time, word } = line
      if (word) words.push(line)
      if (!plan) return
      known = criteriaAfter(known, line)
      if (!known) return
      const { texts, commands = [] } = known
      if (plan.texts || listed.length === 0) listed.push({ known, time })
      if (Array.isArray(plan.said))
        plan.said.forEach((each, index) => {
          const key = `${texts[index]} ${commands[index] ?? ''}`
          if (typeof each === 'string' && each && !said.has(key)) said.set(key, each)
        })
      const newest = listed.at(-1)
      const { from, to } = transitionToday(definition, line)
      // Where one builds may be said to be planning, too: a word has passed what was planned before.
      const isPassed = states.stages?.[to] !== 'planning' || (word !== undefined && from !== to)
      const isPlanned = states.stages?.[from] === 'planning' && isPassed
      const agrees = agreesTo(line, known)
      if (newest && !newest.passed?.agrees && (agrees || (isPlanned && !newest.passed)))
        newest.passed = { time, ...(word && { word }), agrees }
    },

    /**
     * @param criteria those of today
     * @param proofs the oldest first
     */
    end(criteria: readonly PlannedCriterion[], proofs: readonly Proof[]): ChangedCriterion[] {
      if (!hasPlan) return changedSinceRuns(criteria, proofs, words)
      const allCommands = knownIn(criteria).map(({ commands }) => commands)
      const today = knownCriteria('', criteria, allCommands)
      let [before, chains]: [KnownCriteria, Map<string, Chain>] = [{ digest: '', texts: [], ticked: '' }, new Map()]
      const gone: Chain[] = []
      for (const { known: now, ...at } of [...listed, { known: today, time: last }]) {
        const next = new Map<string, Chain>()
        for (const { was, now: is } of compareCriteria(before, now)) {
          const { versions = [] } = (was && chains.get(was.key)) ?? {}
          if (!is) {
            gone.push({ versions: [...versions, { key: '', commands: '', ...at }] })
            continue
          }
          const { text: key, commands, number } = is
          const criterion = now === today ? criteria[number - 1] : undefined
          const text = criterion ? saidOf(criterion) : said.get(`${key} ${commands}`)
          next.set(is.key, { number, versions: [...versions, versionOf(key, commands, at, text)] })
        }
        ;[before, chains] = [now, next]
      }
      const left = gone.filter(({ versions }) => !today.texts.includes(versions.at(-2)?.key ?? ''))
      return [...chains.values(), ...left].flatMap(({ number, versions }) =>
        changesIn(versions, proofs).map((change) => ({
          ...change,
          ...(number !== undefined && { number, text: criteria[number - 1]?.text ?? change.text }),
        })),
      )
    },
  }
}

/** After every time. */
const last = '\uffff'

interface Chain {
  readonly number?: number
  readonly versions: readonly Version[]
}

/** What only the developer can confirm has no commands, and is something else than what nobody has to. */
const versionOf = (key: string, commands: string, at: Omit<Listed, 'known'>, said: string | undefined): Version => {
  return { key, commands: commands || (/\nby: .*$/.exec(said ?? '')?.[0] ?? ''), ...at, ...(said && { said }) }
}

const isSame = (one: Pick<Version, 'key' | 'commands'>, other: Pick<Version, 'key' | 'commands'>): boolean =>
  one.key === other.key && one.commands === other.commands

/** Whatever came in between: from each version that counted to the next one, and to the last. */
function changesIn(versions: readonly Version[], proofs: readonly Proof[]): Omit<ChangedCriterion, 'number'>[] {
  const changes: Omit<ChangedCriterion, 'number'>[] = []
  let was: Version | undefined
  let after: ChangedCriterion['after'] | undefined
  versions.forEach((version, index) => {
    const isLast = index === versions.length - 1
    const counted = countedBy(version, versions[index + 1], proofs)
    if (was && after && (isLast || counted) && !isSame(was, version)) {
      const text = was.said?.split('\n')[0] ?? ''
      const isGone = version.key === ''
      const difference = isGone ? 'taken out' : was.said && version.said ? differenceOf(was.said, version.said) : ''
      changes.push({ text, difference, after, ...(version.passed && { passed: version.passed }) })
    }
    if (counted) [was, after] = [version, counted]
  })
  return changes
}

/** @returns what a version was, so that another one in its place is worth a reader's look; undefined if nothing was */
function countedBy(
  version: Version,
  next: Version | undefined,
  proofs: readonly Proof[],
): ChangedCriterion['after'] | undefined {
  const ours = proofs.filter(({ criterion: key, commands }) => isSame(version, { key, commands }))
  const isMended = ({ command }: Proof, at: number) =>
    ours.slice(at + 1).some((run) => run.command === command && run.outcome === 'passed')
  if (ours.some((run, at) => isRed(run) && !isMended(run, at))) return 'it had failed'
  const passed = ours.findLast(({ outcome }) => outcome === 'passed')
  const then = next && proofs.find(({ criterion: key, commands }) => isSame(next, { key, commands }))
  if (passed?.treeAll !== undefined && then && then.treeAll !== passed.treeAll) return 'it was stale'
  if (version.passed) return 'it was agreed to'
  return ours.some(isRed) ? 'it had failed' : undefined
}

/**
 * @param coming the entry of a step that is being made
 * @returns the same of a piece of work, as far as the entries go that its state keeps
 */
export function changedIn(work: Work, criteria: readonly PlannedCriterion[], coming?: HistoryLine): ChangedCriterion[] {
  const changes = followChanges(work.flow)
  for (const line of [...work.saved.history, ...(coming ? [coming] : [])]) changes.take(line)
  return changes.end(criteria, proofLogOf(work).proofs)
}

/** @returns what it is called at the beginning of a sentence */
export const changedName = ({ number, text }: Pick<ChangedCriterion, 'number' | 'text'>): string =>
  number === undefined ? `“${beginningOf(inline(text), mostCharacters)}”` : `Criterion ${number}`

const mostCharacters = 100

/** @returns by whose word it is so, as a clause */
function wordOf({ passed }: ChangedCriterion, timeText: (time: string) => string): string {
  if (!passed) return 'the developer has not agreed to it'
  const time = timeText(passed.time)
  if (passed.agrees) return `agreed to ${time}, on the developer's word`
  const words = {
    granted: 'under their grant',
    said: 'on their word, though it was not shown',
    typed: 'typed, though it was not shown',
  }
  return `passed ${time}, ${words[passed.word as keyof typeof words] ?? 'by a word that spell has not seen'}`
}

/** @returns a change in one sentence without its end, for a reader who has the criterion's text above */
export const changeText = (change: ChangedCriterion, timeText: (time: string) => string): string =>
  `changed after ${change.after === 'it was stale' ? 'it had passed on earlier files' : change.after}: ${change.difference || 'the record does not say from what'}; ${wordOf(change, timeText)}`

/**
 * The same for work without a plan, whose history lists no criteria: the runs tell which command had failed last.
 *
 * @param words the steps that took a word of the developer, the oldest first
 */
function changedSinceRuns(
  criteria: readonly PlannedCriterion[],
  proofs: readonly Proof[],
  words: readonly Pick<HistoryLine, 'timestamp' | 'word'>[],
): ChangedCriterion[] {
  const known = knownIn(criteria)
  return criteria.flatMap((criterion, index) => {
    const { criterion: key, commands } = known[index] ?? {}
    const before = proofs.filter((proof) => proof.criterion === key && proof.commands !== commands)
    const red = before.findLast(isRed)
    if (!red || before.some((proof) => proof.commands === red.commands && proof.time > red.time)) return []
    const passed = words.find(({ timestamp }) => timestamp >= red.time)
    return {
      number: index + 1,
      text: criterion.text,
      difference: differenceOf(saidByRun(red, criterion), saidOf(criterion)),
      after: 'it had failed',
      ...(passed?.word && { passed: { time: passed.timestamp, word: passed.word, agrees: false } }),
    }
  })
}

/** @returns what `saidOf` says, as far as a run of another version tells, in the words of this one where its arguments are the same */
function saidByRun(
  { argv = [], shell, in: folder = '', expect = [] }: Proof,
  { text, commands }: PlannedCriterion,
): string {
  const bare = (command: string) => command.replace(/[\s'"\\]/g, '')
  const isSame = (command: PlannedCommand) => bare(command.text) === bare(argv.join(' '))
  return lines([
    text,
    shell === undefined ? `run: ${code(commands.find(isSame)?.text ?? quoted(argv))}` : `shell: ${code(shell)}`,
    ...inFolder(folder),
    ...expect.map((expected) => `expect: ${expected}`),
  ])
}
