import { artifacts, items } from '../../../templates/discovery/workflow.yaml'
import { mapValues } from '../../engine/records'
import { isRecord } from '../../text/json'
import { type ArtifactForm, artifactOf, type Read, withLines } from '../../workflow/artifacts/form'
import { readJson } from '../../workflow/artifacts/json'
import { judge } from '../../workflow/artifacts/rules'
import { mistakesIn } from '../../workflow/items/mistakes'
import type { Phase } from './plan'

/** An artifact as it is stored; its fields satisfy the schema. */
export type Artifact = Readonly<Record<string, unknown>>

/** The artifacts of a plan that count, by phase. */
export type Artifacts = Readonly<Partial<Record<Phase, Artifact>>>

/** A parsed artifact, or all its mistakes with their places. */
export interface Reading {
  readonly artifact?: Artifact
  readonly problems: readonly string[]
  readonly lineOf: Read['lineOf']
}

/** What each phase hands in. */
export const schemas = mapValues(artifacts as Readonly<Record<Phase, ArtifactForm>>, (form, phase) =>
  artifactOf(phase, form),
)

/** The longest artifact, in characters. A longer plan should be split. */
export const maxArtifactBytes = 4 * 1024 * 1024

/** @returns the artifact, or all its mistakes. Does not throw */
export function readArtifact(phase: Phase, text: string): Reading {
  const refused = (problem: string): Reading => ({ problems: [problem], lineOf: () => undefined })
  if (text.length > maxArtifactBytes) return refused(`the artifact: has more than ${maxArtifactBytes} characters`)
  const read = readJson(schemas[phase], text)
  if ('mistake' in read) return refused(read.mistake)
  const { lineOf } = read
  const { value, mistakes } = judge(schemas[phase], read)
  const subtasks = phase === 'implementation_plan' ? mistakesIn(items, listIn(value.subtasks)) : []
  const problems = withLines([...mistakes, ...subtasks], lineOf)
  return { problems, lineOf, ...(problems.length === 0 && { artifact: value }) }
}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const recordsIn = (value: unknown): readonly Artifact[] => listIn(value).filter(isRecord)
export const textsOf = (list: unknown): readonly string[] => listIn(list).filter((one) => typeof one === 'string')
/** @returns what the records of a list say under a key */
export const textsIn = (list: unknown, key: string): string[] => recordsIn(list).flatMap((one) => textsOf([one[key]]))

/** Whether a decision is the agent's: the developer left it to the agent, or was not asked. */
export const isByAgent = ({ delegated, human_response: said }: Artifact): boolean =>
  delegated === true || typeof said !== 'string' || said.trim() === ''
