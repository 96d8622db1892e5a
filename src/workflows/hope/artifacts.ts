import { artifacts, most } from '../../../templates/hope/workflow.yaml'
import { mapValues } from '../../engine/records'
import { bulletIn } from '../../workflow/artifacts/bullet'
import { type ArtifactForm, artifactOf, type Field } from '../../workflow/artifacts/form'
import { blocksIn, entriesIn } from '../../workflow/artifacts/labels'

type Texts = readonly string[]

export interface ShapeCriterion {
  readonly id: string
  readonly text: string
  readonly verify?: string | undefined
  readonly covers?: readonly number[] | undefined
}

interface Item {
  readonly id: string
  readonly text: string
  readonly dependsOn: Texts
  readonly criteria: Texts
  readonly files?: Texts | undefined
  readonly run?: string | undefined
  readonly why?: string | undefined
}

interface Finding {
  readonly severity: string
  readonly text: string
}

/** The artifacts as they are kept; what an outside view says is called by the mode that it was asked in. */
export interface Artifacts {
  readonly brief: Readonly<Record<'nonGoals' | 'constraints' | 'acceptance' | 'stop' | 'blastRadius', Texts>> &
    Record<'objective', string>
  readonly shape: Readonly<Record<'mustNot' | 'premortem' | 'tensions' | 'evidence', Texts>> &
    Readonly<Partial<Record<'startAction' | 'rollback', string>>> & { readonly criteria: readonly ShapeCriterion[] }
  readonly items: { readonly items: readonly Item[] }
  readonly review: Readonly<Record<'intentMismatch' | 'approachFailure' | 'consent', boolean>> & {
    readonly findings: readonly Finding[]
    readonly checked: Texts
  }
  readonly panel: { readonly question: string }
  readonly single: { readonly question: string }
}
export type ArtifactKind = keyof Artifacts
export type Shape = Artifacts['shape']

export const schemas = mapValues(artifacts as Readonly<Record<ArtifactKind, ArtifactForm>>, (form, kind) =>
  artifactOf(kind, { most, ...form }),
)

/** @returns what reads the bullets of a list of an artifact, with the notes at their ends */
const bulletOf = <Said>(kind: ArtifactKind, key: string) => {
  const { fields } = schemas[kind].fields.find((field) => field.key === key) as Field
  return (bullet: string) => bulletIn<Said>(fields, bullet)
}

/** `text (covers: 1, 3) (verify: npm test)`; only the text is required. */
export const limitIn = bulletOf<Pick<ShapeCriterion, 'text' | 'verify'> & { readonly covers?: Texts }>(
  'shape',
  'mustNot',
)

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (run: npm test)`, or `(why: …)`. */
export const itemIn = bulletOf<Partial<Item> & Pick<Item, 'text'>>('items', 'items')

const findingIn = bulletOf<Finding>('review', 'findings')

/** @returns the findings of a text, which may be no valid review */
export function findingsIn(text = ''): readonly Finding[] {
  const [findings] = schemas.review.fields
  const block = blocksIn(schemas.review, text).blocks.get('findings') ?? []
  return entriesIn(findings as Field, block).map(({ text }) => findingIn(text))
}
