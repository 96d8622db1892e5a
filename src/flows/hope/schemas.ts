import { mapValues } from '../../engine/records'
import { bulletIn } from '../../workflow/artifacts/bullet'
import { type Artifact, type ArtifactForm, artifactOf, type Field } from '../../workflow/artifacts/form'
import { blocksIn, entriesIn } from '../../workflow/artifacts/labels'

/** All of it has a limit. */
const most = { text: 2000, entries: 200 }
export const maxListItems = most.entries

const texts = { is: 'filled texts', else: [] } as const
const severities = ['BLOCKER', 'WARNING', 'SUGGESTION'] as const
/** How a criterion, and a limit, is verified, and which bullets of ACCEPTANCE it covers. */
const noted = { verify: 'filled text', covers: 'numbers' } as const

const said = { is: 'filled texts', asks: 'what is so?' } as const
const different = { ...texts, once: true } as const
const orNone = { is: 'filled texts', none: true } as const
const doubt = { is: 'yes or no', else: false } as const

// biome-ignore format: a field a line
const forms = {
  brief: { most, fields: {
    'objective!': 'filled text',
    nonGoals: texts,
    constraints: texts,
    'acceptance!': { is: 'filled texts', once: true },
    stop: texts,
    blastRadius: texts,
  } },
  shape: { most, fields: {
    'criteria!': { each: { 'id*': { is: 'name', numbered: 'C' }, 'text!': 'filled text', ...noted } },
    'mustNot!': { is: 'filled texts', notes: { text: 'text', ...noted, verify: 'text' } },
    premortem: texts,
    tensions: texts,
    startAction: 'filled text',
    rollback: 'filled text',
    evidence: texts,
  } },
  items: { most, fields: {
    'items!': { each: {
      'id!*': 'name',
      'text!': { is: 'filled text', asks: 'what is done?' },
      dependsOn: { is: 'names', else: [] },
      criteria: texts,
      files: 'paths',
      run: 'command',
      // Why it is needed, if it serves no criterion.
      why: { is: 'filled text', asks: 'what is so?' },
    } },
  } },
  review: { most, fields: {
    'findings!': { each: { 'severity!*': severities, 'text!': 'filled text' }, none: 'said', once: true },
    // What was looked at.
    checked: texts,
    intentMismatch: doubt,
    approachFailure: doubt,
    consent: doubt,
  } },
  // What an outside view says, by the mode that it was asked in.
  panel: { most, fields: {
    'question!': 'filled text',
    'tensions!': said,
    'consensus!': orNone,
    'tradeOff!': said,
    'dissent!': orNone,
    findings: different,
  } },
  single: { most, fields: {
    'question!': 'filled text',
    'coverage!': ['Documented', 'Inferred', 'Extrapolated'],
    'answer!': said,
    findings: different,
  } },
} satisfies Readonly<Record<string, ArtifactForm>>

export type Kind = keyof typeof forms
export const kinds = Object.keys(forms) as Kind[]

export const schemas = mapValues<Kind, ArtifactForm, Artifact>(forms, (form, kind) => artifactOf(kind, form))

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
