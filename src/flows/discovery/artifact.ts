import * as v from 'valibot'
import { isRecord, linesRead } from '../../failure/json'
import { mistakesIn } from '../../workflow/items/mistakes'
import { placeOf } from '../one-of'
import { schemas } from './fields'
import type { Phase } from './phases'
import { subtaskForm } from './subtasks'

/** An artifact as it is stored; its fields satisfy the schema. */
export type Artifact = Readonly<Record<string, unknown>>

/** A parsed artifact, or all its mistakes with their places. */
export interface Reading {
  readonly artifact?: Artifact
  readonly problems: readonly string[]
}

/** The longest artifact, in characters. A longer plan should be split. */
export const maxArtifactBytes = 4 * 1024 * 1024

/** The deepest nesting: each level indents its lines further. */
const maxDepth = 100

/** Synonyms of keys, and the key that is stored. */
const aliases: Readonly<Partial<Record<Phase, Readonly<Record<string, string>>>>> = {
  discovery: {
    findings: 'codebase_understanding',
    complexity: 'complexity_assessment',
    files_to_modify: 'relevant_files',
    questions: 'ambiguities_discovered',
  },
}

/** @returns the artifact, or all its mistakes. Does not throw */
export function readArtifact(phase: Phase, text: string): Reading {
  if (text.length > maxArtifactBytes)
    return { problems: [`the artifact: has more than ${maxArtifactBytes} characters`] }
  const parsed = parse(text)
  if ('problem' in parsed) return { problems: [parsed.problem] }
  if (!isRecord(parsed.value)) return { problems: ['the artifact: must be a JSON object'] }
  if (Object.keys(parsed.value).length === 0) return { problems: ['the artifact: must not be empty'] }
  const value = canonical(phase, parsed.value)
  const result = v.safeParse(schemas[phase], value, { message: issueText })
  const problems = [
    ...(result.issues ?? []).map((issue) => `${placeOf(issue) || 'the artifact'}: ${issue.message}`),
    ...(phase === 'implementation_plan' ? mistakesIn(subtaskForm, listIn(value.subtasks)) : []),
  ]
  return problems.length > 0 ? { problems } : { artifact: result.output as Artifact, problems: [] }
}

const tooDeep = 'the artifact: is nested too deeply'

/** Whether a value is nested more deeply than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function parse(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isDeeper(value, maxDepth) ? { problem: tooDeep } : { value }
  } catch (error) {
    if (error instanceof RangeError) return { problem: tooDeep }
    const lines = linesRead(text, error)
    return { problem: `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: is not valid JSON` }
  }
}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const recordsIn = (value: unknown): readonly Artifact[] => listIn(value).filter(isRecord)
export const textsOf = (list: unknown): readonly string[] => listIn(list).filter((one) => typeof one === 'string')

/** The artifact with the keys that are stored. */
function canonical(phase: Phase, given: Record<string, unknown>): Record<string, unknown> {
  const isAlias = ([key]: readonly [string, unknown]) => aliases[phase]?.[key] !== undefined
  const entries = Object.entries(given)
  const named = entries.filter(isAlias).map(([key, value]) => [aliases[phase]?.[key], value])
  const value = { ...Object.fromEntries(named), ...Object.fromEntries(entries.filter((each) => !isAlias(each))) }
  const { ambiguities_discovered: asked } = value
  const questions = listIn(asked).map((one) => (typeof one === 'string' ? { question: one } : one))
  return Array.isArray(asked) ? { ...value, ambiguities_discovered: questions } : value
}

const called: Readonly<Record<string, string>> = {
  string: 'text',
  Array: 'a list',
  Object: 'an object',
  number: 'a number',
  boolean: 'true or false',
}

function issueText({ expected, input }: v.BaseIssue<unknown>): string {
  const wanted = called[expected ?? ''] ?? 'something else'
  return input === undefined ? 'is missing' : `must be ${wanted}`
}
