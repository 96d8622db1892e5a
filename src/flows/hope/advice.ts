import { uncoveredBy } from './checks'
import { inline } from './documents'
import { shareFiles, type Tier, tierOf } from './formulas'
import { criterionNamed } from './references'
import type { Artifacts, Kind } from './schemas'
import type { Memory } from './session'

/** Suggestions with their places; they never block. */
export function adviceOn<K extends Kind>(kind: K, artifact: Artifacts[K], given: Memory): string[] {
  const advisers = {
    brief: briefAdvice,
    shape: shapeAdvice,
    items: itemsAdvice,
    review: () => [],
    verification: verificationAdvice,
    blueprint: blueprintAdvice,
  } as const
  return (advisers[kind] as (artifact: Artifacts[K], given: Memory) => string[])(artifact, given)
}

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length
const maxWords = 20
const maxStartWords = 15

/** The least and the most; in `limits` the number of limits in the acceptance. */
type Span = readonly [least: number, most: number]
const usual: Readonly<
  Record<Tier, Readonly<Partial<Record<'acceptance' | 'nonGoals' | 'stop', Span>> & { limits: number }>>
> = {
  trivial: { acceptance: [3, 3], limits: 1 },
  standard: { nonGoals: [2, 3], acceptance: [5, 7], stop: [2, 3], limits: 1 },
  critical: { nonGoals: [3, 5], acceptance: [7, 12], stop: [3, 5], limits: 2 },
}

/** A criterion that says what must not happen. */
const isLimit = (text: string): boolean => /\bmust\s*n[o']t\b|\bmustn[’']t\b/i.test(text)

function briefAdvice(brief: Artifacts['brief'], { risk, waived }: Memory): string[] {
  const tier = tierOf(risk)
  const { limits, ...spans } = usual[tier]
  const advice = Object.entries(spans).flatMap(([key, [least, most]]) => {
    const { length } = brief[key as keyof typeof spans]
    const wanted = least === most ? String(least) : `${least} to ${most}`
    return length < least || length > most ? [`${key}: ${length}; a ${tier} task has ${wanted}`] : []
  })
  const said = brief.acceptance.filter(isLimit).length
  if (said < limits) advice.push(`acceptance: ${said} say what must NOT happen; a ${tier} task has at least ${limits}`)
  for (const key of tier === 'critical' ? (['constraints', 'blastRadius'] as const) : []) {
    if (brief[key].length === 0) advice.push(`${key}: is missing; a critical task says it`)
  }
  for (const key of ['acceptance', 'nonGoals', 'constraints', 'stop', 'blastRadius'] as const) {
    for (const [index, text] of brief[key].entries()) {
      const words = wordsIn(text)
      if (words > maxWords) advice.push(`${key}[${index}]: ${words} words; ${maxWords} are enough`)
    }
  }
  if (waived && !JSON.stringify(brief).includes('[ASSUMPTION]'))
    advice.push('the brief: points that are still open are labelled [ASSUMPTION]')
  return advice
}

function shapeAdvice(shape: Artifacts['shape'], { risk, brief }: Memory): string[] {
  const tier = tierOf(risk)
  const advice: string[] = []
  const { criteria, mustNot, mode, tensions, disposable, startAction, rollback, evidence } = shape
  if (mode === undefined) advice.push('mode: is missing; tool-review is taken')
  if (tensions.length === 0) advice.push('tensions: name what pulls in two directions')
  if (disposable === undefined) advice.push('disposable: say whether the result is thrown away')
  if (startAction === undefined) advice.push('startAction: is missing')
  else if (wordsIn(startAction) > maxStartWords)
    advice.push(`startAction: ${wordsIn(startAction)} words; ${maxStartWords} are enough`)
  if (tier !== 'trivial' && mustNot.length < 2) advice.push(`mustNot: ${mustNot.length}; a ${tier} task has at least 2`)
  if (tier !== 'trivial' && rollback === undefined)
    advice.push('rollback: say how it is taken back and how long that takes, or that it cannot be')
  if (evidence.length === 0) advice.push('evidence: cite what the shape rests on')
  for (const [index, { verify }] of criteria.entries()) {
    if (verify === undefined) advice.push(`criteria[${index}]: say how it is verified`)
  }
  for (const { number, text } of uncoveredBy(shape, brief))
    advice.push(`acceptance[${number - 1}]: no criterion says \`(covers: ${number})\`: ${inline(text, 100)}`)
  return advice
}

function itemsAdvice({ items }: Artifacts['items'], { shape }: Memory): string[] {
  const { disposable = false, criteria = [] } = shape ?? {}
  const advice: string[] = []
  if (disposable && items.length > 3) advice.push(`items: ${items.length}; what is thrown away takes at most 3`)
  if (!disposable && items.length > 21) advice.push(`items: ${items.length}; 21 are the most that is usual`)
  const unsaid = items.filter(({ files }) => !files?.length).map(({ id }) => id)
  if (unsaid.length > 0 && items.length > 1)
    advice.push(
      `items: whether ${inline(unsaid.join(', '), 200)} share files with others is not said: (files: src/a.ts)`,
    )
  for (const [index, item] of items.entries()) {
    const other = items.slice(0, index).find((one) => shareFiles(one, item) && !item.dependsOn.includes(one.id))
    if (other) advice.push(`items: ${other.id} and ${item.id} share files, so they go one after the other`)
  }
  const mapped = new Set(items.flatMap((item) => item.criteria.map((name) => criterionNamed(name, criteria)?.id)))
  for (const { id } of criteria) if (!mapped.has(id)) advice.push(`items: none serves the criterion ${id}`)
  for (const [index, { text }] of items.entries()) {
    if (/\sand\s/i.test(text) || /[.!?]\s+\S/.test(text))
      advice.push(`items[${index}].text: say one thing in one sentence without "and"`)
  }
  return advice
}

function verificationAdvice({ results }: Artifacts['verification']): string[] {
  const advice: string[] = []
  for (const [index, { evidence, reference }] of results.entries()) {
    if (evidence === 'assumption') advice.push(`results[${index}].evidence: an assumption never passes`)
    if (evidence === 'code-review') advice.push(`results[${index}].evidence: only read, so ship it with monitoring`)
    if (evidence === 'execution-output' && wordsIn(reference) < 2)
      advice.push(`results[${index}].reference: cite the command and what came of it`)
  }
  return advice
}

function blueprintAdvice({ roles, coupling }: Artifacts['blueprint']): string[] {
  const advice = roles.flatMap(({ tasks }, index) =>
    tasks.length < 5 || tasks.length > 6 ? [`roles[${index}].tasks: ${tasks.length}; 5 or 6 are usual`] : [],
  )
  return coupling.length > 0 ? advice : [...advice, 'coupling: name where the roles touch']
}
