import { bulletIn, saysNone } from './bullet'
import type { Artifact, Field, Read } from './form'
import { type LabelledBlock, labelledBlocks, listOf, type Said, textOf } from './labelled'
import { inList, oneOf } from './values'

/** @returns the blocks of a text by the fields of an artifact, and the labels that it does not have */
export const blocksIn = ({ fields }: Artifact, text: string) =>
  labelledBlocks(
    text,
    fields.map(({ key }) => key),
  )

/** @returns what the blocks say by the fields */
export function readLabels({ fields }: Artifact, blocks: ReadonlyMap<string, LabelledBlock>): Read {
  const lines = new Map<string, number>()
  const values = fields.flatMap((field) => {
    const block = blocks.get(field.key)
    if (!block) return []
    const entries = entriesIn(field, block)
    for (const [at, { line }] of entries.entries()) lines.set(`${field.key}[${at}]`, line)
    lines.set(field.key, block[0]?.line ?? 1)
    return [[field.key, valueIn(field, block, entries)] as const]
  })
  return { form: 'labels', values: Object.fromEntries(values), lineOf: (place) => lines.get(place) }
}

/** @returns the bullets of a block that say something */
export const entriesIn = ({ fields }: Field, block: LabelledBlock): readonly Said[] =>
  listOf(block).filter(({ text }) => !saysNone(fields, text))

function valueIn({ kind, fields, none }: Field, block: LabelledBlock, entries: readonly Said[]): unknown {
  if (none === 'said' && textOf(block) === '') return ''
  if (kind === 'maps') return entries.map(({ text }) => bulletIn(fields, text))
  if (kind in inList) return entries.map(({ text }) => text)
  const text = textOf(block)
  if (kind !== 'yes or no') return text
  const word = oneOf(['yes', 'no'], text)
  return word === undefined ? text : word === 'yes'
}
