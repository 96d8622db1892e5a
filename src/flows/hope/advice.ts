import { uncoveredBy } from './checks'
import { inline } from './documents'
import { shareFiles, tierOf } from './formulas'
import { criterionNamed } from './references'
import type { Artifacts, Kind } from './schemas'
import type { Memory } from './session'

/** @returns suggestions, which never block, each after its label */
export function adviceOn<K extends Kind>(kind: K, artifact: Artifacts[K], given: Memory): string[] {
  const advise: { readonly [Of in Kind]?: (artifact: Artifacts[Of], given: Memory) => readonly (string | false)[] } = {
    brief: briefAdvice,
    shape: shapeAdvice,
    items: itemsAdvice,
  }
  return (advise[kind]?.(artifact, given) ?? []).filter((line) => line !== false)
}

const briefAdvice = (brief: Artifacts['brief'], { waived }: Memory) => [
  waived &&
    !JSON.stringify(brief).includes('[ASSUMPTION]') &&
    'the brief: points that are still open are labelled [ASSUMPTION]',
]

const shapeAdvice = (shape: Artifacts['shape'], { risk, brief }: Memory) => [
  shape.mode === undefined && 'MODE: is missing; tool-review is taken',
  shape.rollback === undefined &&
    tierOf(risk) !== 'trivial' &&
    'ROLLBACK: say how it is taken back and how long that takes, or that it cannot be',
  ...shape.criteria.map(({ verify }, index) => verify === undefined && `CRITERIA ${index + 1}: say how it is verified`),
  ...uncoveredBy(shape, brief).map(
    ({ number, text }) => `ACCEPTANCE ${number}: no criterion says \`(covers: ${number})\`: ${inline(text, 100)}`,
  ),
]

function itemsAdvice({ items }: Artifacts['items'], { shape }: Memory) {
  const criteria = shape?.criteria ?? []
  const unsaid = items.filter(({ files }) => !files?.length).map(({ id }) => id)
  const served = items.flatMap((item) => item.criteria.map((name) => criterionNamed(name, criteria)?.id))
  return [
    unsaid.length > 0 &&
      items.length > 1 &&
      `ITEMS: whether ${inline(unsaid.join(', '), 200)} share files with others is not said: (files: src/a.ts)`,
    ...items.map((item, index) => {
      const other = items.slice(0, index).find((one) => shareFiles(one, item) && !item.dependsOn.includes(one.id))
      return other !== undefined && `ITEMS: ${other.id} and ${item.id} share files, so they go one after the other`
    }),
    ...criteria.map(({ id }) => !served.includes(id) && `ITEMS: none serves the criterion ${id}`),
  ]
}
