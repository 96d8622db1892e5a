import { textOfItem } from './design'
import { designOf, documentsOf, filesOfItem, graphOf } from './documents'
import { isClear, itemStates } from './flow'
import { currentItem } from './items'
import type { Session } from './session'
import { currentItems } from './waves'

/** What a fresh conversation has to read: sections of the design, and whole files. */
interface Reload {
  readonly quotes: readonly { readonly heading: string; readonly text: string }[]
  readonly files: readonly string[]
}

const drafting: readonly string[] = ['build-task-graph', 'clear-rd3', 'clear-rd4', 'rough-draft-handoff']

/** What the step at hand goes by: the item's part of the design and its documents, the wave's, or the whole design. */
export function toReload(name: string, state: string, session: Session, design: string | undefined): Reload {
  const item = itemStates.some((known) => known === state) ? currentItem(session) : undefined
  const isWave = state === 'execute-batch' || (isClear(state) && session.waves !== undefined)
  const items = item ? [item] : isWave ? currentItems(session) : []
  if (items.length === 0)
    return { quotes: [], files: [designOf(name), ...(state === 'ready-to-implement' ? [graphOf(name)] : [])] }
  const sections = items.map((one) => ({ one, text: textOfItem(design ?? '', one.number) }))
  return {
    quotes: sections.flatMap(({ one, text }) =>
      text ? [{ heading: `Item ${one.number} in \`${designOf(name)}\``, text }] : [],
    ),
    files: [
      // A design that is written otherwise is read as a whole.
      ...(sections.some(({ text }) => !text) ? [designOf(name)] : []),
      ...items.flatMap(({ number }) => filesOfItem(number).map((file) => `${documentsOf(name)}/${file}`)),
      ...(drafting.includes(state) ? [graphOf(name)] : []),
    ],
  }
}
