import { uncoveredBy } from './checks'
import { inline } from './documents'
import { shareFiles, tierOf } from './formulas'
import { criterionNamed } from './references'
import type { Artifacts, Kind } from './schemas'
import type { Memory } from './session'

/** @returns suggestions, which never block, each after its label */
export function adviceOn<K extends Kind>(kind: K, artifact: Artifacts[K], given: Memory): string[] {
  const advise = { brief: briefAdvice, shape: shapeAdvice, items: itemsAdvice }[kind as string]
  return advise ? (advise as (artifact: Artifacts[K], given: Memory) => string[])(artifact, given) : []
}

const briefAdvice = (brief: Artifacts['brief'], { waived }: Memory): string[] =>
  waived && !JSON.stringify(brief).includes('[ASSUMPTION]')
    ? ['the brief: points that are still open are labelled [ASSUMPTION]']
    : []

function shapeAdvice({ criteria, mustNot, mode, rollback }: Artifacts['shape'], { risk, brief }: Memory): string[] {
  return [
    ...(mode === undefined ? ['MODE: is missing; tool-review is taken'] : []),
    ...(rollback === undefined && tierOf(risk) !== 'trivial'
      ? ['ROLLBACK: say how it is taken back and how long that takes, or that it cannot be']
      : []),
    ...criteria.flatMap(({ verify }, index) =>
      verify === undefined ? [`CRITERIA ${index + 1}: say how it is verified`] : [],
    ),
    ...uncoveredBy({ criteria, mustNot }, brief).map(
      ({ number, text }) => `ACCEPTANCE ${number}: no criterion says \`(covers: ${number})\`: ${inline(text, 100)}`,
    ),
  ]
}

function itemsAdvice({ items }: Artifacts['items'], { shape }: Memory): string[] {
  const criteria = shape?.criteria ?? []
  const unsaid = items.filter(({ files }) => !files?.length).map(({ id }) => id)
  const mapped = new Set(items.flatMap((item) => item.criteria.map((name) => criterionNamed(name, criteria)?.id)))
  return [
    ...(unsaid.length > 0 && items.length > 1
      ? [`ITEMS: whether ${inline(unsaid.join(', '), 200)} share files with others is not said: (files: src/a.ts)`]
      : []),
    ...items.flatMap((item, index) => {
      const other = items.slice(0, index).find((one) => shareFiles(one, item) && !item.dependsOn.includes(one.id))
      return other ? [`ITEMS: ${other.id} and ${item.id} share files, so they go one after the other`] : []
    }),
    ...criteria.flatMap(({ id }) => (mapped.has(id) ? [] : [`ITEMS: none serves the criterion ${id}`])),
  ]
}
