import { uncoveredBy } from './checks'
import { inline } from './documents'
import { tierOf } from './formulas'
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
  const served = items.flatMap((item) => item.criteria.map((name) => criterionNamed(name, criteria)?.id))
  return criteria.map(({ id }) => !served.includes(id) && `ITEMS: none serves the criterion ${id}`)
}
