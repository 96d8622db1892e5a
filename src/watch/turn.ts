import { commandsHere } from '../cli/launcher'
import type { Turn } from '../flows/flow'
import { you } from '../flows/turn'
import type { WatchedWork } from './work-now'

/** Who is to act, in the order in which a developer wants to see it. */
export const headings = {
  you: 'Waits for you',
  agent: 'The agent works',
  nobody: 'Complete',
} as const satisfies Record<Turn['who'], string>

/** What cannot be read is for the developer to repair. */
export function turnOf({ turn = you('run `spell doctor`') }: Pick<WatchedWork, 'turn'>): Turn {
  return { ...turn, does: commandsHere(turn.does) }
}

/** @returns the work of each turn, those without any left out */
export const byTurn = (work: readonly WatchedWork[]) =>
  (Object.keys(headings) as Turn['who'][]).flatMap((who) => {
    const own = work.filter((each) => turnOf(each).who === who)
    return own.length > 0 ? [{ who, heading: headings[who], work: own }] : []
  })
