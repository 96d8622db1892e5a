import type { Audience } from '../../cast/answer/render'
import { nameOf, type WorkHere } from '../../proof/work-here'
import type { WordContext } from '../../word/permission'
import { isSeen } from '../../workflow/event-words'
import { type Turn, you } from '../../workflow/turn'

/** What is to be looked at because it was changed. */
export interface News {
  readonly look: Turn
  /** What is new, as a list; empty in a workflow without a plan, where each change stands with its criterion. */
  readonly text: string
  /** Whether the agent has to show it: its host does not. */
  readonly isRelayed: boolean
}

/**
 * @returns what was changed of the criteria and no word has agreed to, kept as shown if the developer reads it; undefined
 *   without any
 * @throws Failure if the plan, its consents or the session cannot be read
 */
export async function newsOf(
  { work, changed, items, said: { called } }: WorkHere,
  asking: WordContext,
  audience: Audience | undefined,
): Promise<News | undefined> {
  if (!work.flow.plan) {
    const numbers = changed.flatMap(({ number = [], passed }) => (isSeen(passed?.word) ? [] : number))
    const names = items.filter(({ number }) => numbers.includes(number)).map(nameOf)
    return names.length === 0
      ? undefined
      : { look: you(`look at ${called[names.length > 1 ? 1 : 0]} ${names.join(', ')}`), text: '', isRelayed: true }
  }
  if (changed.every(({ passed }) => passed?.agrees)) return undefined
  const { changesFor, isShownAtEnd } = await import('../../word/with-words')
  const found = await changesFor(work.reread(), asking, 'new')
  if (!found?.look) return undefined
  if (audience !== 'ai') await found.keep()
  return { look: found.look, text: found.text, isRelayed: !(await isShownAtEnd(work, asking)) }
}
