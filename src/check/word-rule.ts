import { isRecord } from '../text/json'
import { capital } from '../text/markdown-parts'
import { type HistoryLine, linesInState } from '../work/history/history-line'
import { isWordSource, type WordCounts, wordCounts } from '../work/history/word-counts'
import { wordFor } from '../workflow/event-words'
import type { Workflow } from '../workflow/flow'
import { type LinePlace, type PastFinding, pastFinding } from './finding'
import { isUnattended } from './noted'

/** The most steps of a piece of work that are named. */
const mostNamed = 20

type Unseen = LinePlace & Pick<HistoryLine, 'digest'> & { readonly message: string }

/**
 * Counts the steps by how the developer's word for them is known, and names those since the base without one that was
 * seen. Of a long history only the first of these are kept, and the newest, which can still be taken back.
 *
 * @param undo the command that takes a step back
 */
export function wordRule({ words: taken }: Pick<Workflow, 'words'>, title: (state: string) => string, undo: string) {
  let words: WordCounts | undefined
  let between = 0
  const unseen: Unseen[] = []
  const isLeft = leftToAgent()
  return {
    take(line: HistoryLine, place: LinePlace, isOfBase: boolean): void {
      const isNoFault = isLeft(line)
      if (isOfBase) [between, unseen.length] = [0, 0]
      if (!isWordSource(line.word)) return
      words = wordCounts([line], words)
      if (isOfBase) return
      // A step taken back with a seen word was decided by the developer.
      const back = line.undoes && line.word !== 'unseen' ? unseen.findIndex(({ digest }) => digest === line.undoes) : -1
      if (back >= 0) unseen.splice(back, 1)
      if (line.word !== 'unseen' || isNoFault) return
      const [from = '', to = ''] = line.transition.split(' → ').map(title)
      const moved = from === to ? ` in “${from}”` : `, from “${from}” to “${to}”,`
      const message = `${capital(wordTaken(line, taken))}${moved} was by the agent, and spell has seen no word for it.`
      unseen.push({ ...place, message, ...(line.digest && { digest: line.digest }) })
      if (unseen.length > mostNamed + linesInState) between += unseen.splice(mostNamed, 1).length
    },
    /** @returns the counts, and a finding for each such step */
    end: () => ({ words, unseen: named(unseen, unseen.length + between, undo) }),
  }
}

function named(found: readonly Unseen[], count: number, undo: string): PastFinding[] {
  const first = found.slice(0, mostNamed)
  const next = found[mostNamed]
  const rest = count - first.length
  const others = rest === 1 ? 'One more step was' : `${rest} more steps were`
  return [...first, ...(next ? [{ ...next, message: `${others} by the agent, from this one on.` }] : [])].map((one) =>
    pastFinding(one, 'word-unseen', one.message, `${undo}   # to before this step, then say the word again`),
  )
}

/** The word that a step took: as its workflow declares it, by what the entry has recorded; else its command. */
function wordTaken({ trigger, row = '', via = [], about }: HistoryLine, words: Workflow['words']): string {
  if (trigger === 'New') return String(row || 'new')
  const event = trigger.toLowerCase()
  // An entry that was edited may have anything there.
  const recorded = isRecord(about) ? about : {}
  const word = Object.hasOwn(words, event) && wordFor(words, event, recorded, [row, via].flat())
  return typeof word === 'string' ? word : event
}

/**
 * @returns a function that is given each entry, and says whether the developer has left its decision to the agent: in
 *   autonomous mode, or at hope's lowest engagement. To choose that is no such decision
 */
function leftToAgent(): (line: HistoryLine) => boolean {
  let isLeft = false
  const before = new Map<string, boolean>()
  return (line) => {
    const { undoes, digest, about } = line
    isLeft = (undoes ? before.get(undoes) : undefined) ?? isLeft
    if (isUnattended(line)) return true
    const { engagement, on, autonomous } = isRecord(about) ? about : {}
    const chosen = typeof engagement === 'string' ? engagement === 'Autonomous' : (on ?? autonomous)
    if (typeof chosen !== 'boolean') return isLeft
    if (digest) before.set(digest, isLeft)
    isLeft = chosen
    return false
  }
}
