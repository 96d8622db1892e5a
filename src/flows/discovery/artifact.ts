import { isRecord } from '../../failure/json'
import { readJson } from '../../workflow/artifacts/json'
import { type Read, withLines } from '../../workflow/artifacts/read'
import { judge } from '../../workflow/artifacts/rules'
import { circleIn } from '../cycles'
import { twice } from '../twice'
import { schemas } from './fields'
import type { Phase } from './phases'

/** An artifact as it is stored; its fields satisfy the schema. */
export type Artifact = Readonly<Record<string, unknown>>

/** A parsed artifact, or all its mistakes with their places. */
export interface Reading {
  readonly artifact?: Artifact
  readonly problems: readonly string[]
  readonly lineOf: Read['lineOf']
}

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
  const problems = [...mistakes, ...(phase === 'implementation_plan' ? subtaskProblems(value.subtasks) : [])]
  return problems.length > 0 ? { problems: withLines(problems, lineOf), lineOf } : { artifact: value, problems, lineOf }
}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const recordsIn = (value: unknown): readonly Artifact[] => listIn(value).filter(isRecord)
export const textsOf = (list: unknown): readonly string[] => listIn(list).filter((one) => typeof one === 'string')
/** The ids of the subtasks that a subtask builds on. */
export const needsOf = ({ scope }: Artifact): readonly string[] =>
  isRecord(scope) ? textsOf(scope.depends_on_subtasks) : []

function subtaskProblems(subtasks: unknown): string[] {
  const named = listIn(subtasks).map((subtask) => (isRecord(subtask) ? subtask : {}))
  const ids = named.map(({ subtask_id: id }) => (typeof id === 'string' ? id : ''))
  const needs = new Map<string, readonly string[]>()
  // A duplicate id has the dependencies of both.
  for (const [index, id] of ids.entries()) needs.set(id, [...(needs.get(id) ?? []), ...needsOf(named[index] ?? {})])
  return [
    ...twice('subtasks', ids, '.subtask_id'),
    ...named.flatMap((subtask, index) =>
      needsOf(subtask).flatMap((name) =>
        ids.includes(name) ? [] : `subtasks[${index}].scope.depends_on_subtasks: there is no subtask "${name}"`,
      ),
    ),
    ...circleIn('subtasks', needs),
  ]
}
