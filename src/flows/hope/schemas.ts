import { artifacts } from '../../../templates/hope/workflow.yaml'
import { mapValues } from '../../engine/records'
import { bulletIn } from '../../workflow/artifacts/bullet'
import { type ArtifactForm, artifactOf, type Field } from '../../workflow/artifacts/form'
import { blocksIn, entriesIn } from '../../workflow/artifacts/labels'

export type Kind = 'brief' | 'shape' | 'items' | 'review' | 'panel' | 'single'
export const kinds = Object.keys(artifacts) as Kind[]

/** What is handed in; what an outside view says is called by the mode that it was asked in. */
export const schemas = mapValues(artifacts as Readonly<Record<Kind, ArtifactForm>>, (form, kind) =>
  artifactOf(kind, form),
)

/** A limit, as its bullet says it. */
interface Limit {
  readonly text: string
  readonly verify?: string
  readonly covers?: readonly string[]
}

type Texts = readonly string[]

export interface Criterion {
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

/** The artifacts as they are kept. */
export interface Artifacts {
  readonly brief: Readonly<Record<'nonGoals' | 'constraints' | 'acceptance' | 'stop' | 'blastRadius', Texts>> &
    Record<'objective', string>
  readonly shape: Readonly<Record<'mustNot' | 'premortem' | 'tensions' | 'evidence', Texts>> &
    Readonly<Partial<Record<'startAction' | 'rollback', string>>> & { readonly criteria: readonly Criterion[] }
  readonly items: { readonly items: readonly Item[] }
  readonly review: Readonly<Record<'intentMismatch' | 'approachFailure' | 'consent', boolean>> & {
    readonly findings: readonly Finding[]
    readonly checked: Texts
  }
  readonly panel: { readonly question: string }
  readonly single: { readonly question: string }
}
export type Shape = Artifacts['shape']

const fieldAt = (kind: Kind, key: string) => schemas[kind].fields.find((field) => field.key === key) as Field
const limit = fieldAt('shape', 'mustNot')
const item = fieldAt('items', 'items')
const findings = fieldAt('review', 'findings')

/** `text (covers: 1, 3) (verify: npm test)`; only the text is required. */
export const limitIn = (bullet: string) => bulletIn<Limit>(limit.fields, bullet)

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (run: npm test)`, or `(why: …)`. */
export const itemIn = (bullet: string) => bulletIn<Partial<Item> & Pick<Item, 'text'>>(item.fields, bullet)

/** @returns the findings of a text, which may be no valid review */
export const findingsIn = (text = '') =>
  entriesIn(findings, blocksIn(schemas.review, text).blocks.get('findings') ?? []).map((bullet) =>
    bulletIn<Finding>(findings.fields, bullet.text),
  )
