import { compileTexts } from '../../scripts/compile-texts'
import type { Answer } from '../../src/cast/answer/answer'
import { cast } from '../../src/cast/cast'
import { undo } from '../../src/commands/undo'
import { joinParts } from '../../src/engine/place'
import { workIn } from '../../src/work/work'
import { hope } from '../../src/workflows/hope'
import { readArtifact } from '../../src/workflows/hope/artifact'
import type { Artifacts } from '../../src/workflows/hope/artifacts'
import type { HopePayload } from '../../src/workflows/hope/payload'
import type { tierOf } from '../../src/workflows/hope/request'
import { empty, type Memory, type Session, sessionIn, type Task } from '../../src/workflows/hope/session'
import { edgeAt } from './casting'
import { type Folder, makeFolder } from './folder'

/** The texts of hope as the build compiles them. */
export const hopeTexts = compileTexts('templates/hope')

export const session = hope()
const hopeState = '.ai/hope/state.json'
export const noon = new Date('2026-08-20T12:00:00Z')

export const edgeOfHope = (folder: Folder, now = noon) => ({ ...edgeAt(folder, now), texts: hopeTexts })

/** An answer of this workflow, with its fields. */
export type HopeAnswer = Answer & {
  readonly rule: string
  readonly soul: string
  readonly main: string
  readonly service: string
  readonly engagement: string | null
  readonly purpose: string | null
  readonly ended: string | null
  readonly answers: readonly string[]
}

export type Typed = HopePayload

/** Casts an event on the session. */
export async function hoped(folder: Folder, typed: Typed, now = noon): Promise<HopeAnswer> {
  const payload = { ...typed, at: now.toISOString() }
  return (await cast(
    workIn(folder.path, session),
    typed.verb,
    edgeOfHope(folder, now),
    undefined,
    payload,
  )) as HopeAnswer
}

export const brief = 'OBJECTIVE: Orders leave as CSV\nACCEPTANCE:\n- a header row\n- must NOT lose an order\n'
export const shape =
  'CRITERIA:\n- a header row\n- a row for each order\nMUST NOT:\n- change an order\n- need a database\n'
export const items =
  'ITEMS:\n- a: Write the header (criteria: C1)\n- b: Write the rows (depends on: a) (criteria: C2)\n- c: Write the docs (why: who exports reads them)\n'
/** What a review says of what was looked at. */
export const looked = 'CHECKED:\n- C1, C2, M1, M2, M3: orders.js, run by hand\n'
export const review = (...findings: readonly (readonly [severity: string, text: string])[]): string =>
  `FINDINGS:${findings.length === 0 ? ' none' : ''}\n${findings.map(([severity, text]) => `- ${severity}: ${text}\n`).join('')}${looked}`
/** What a panel, or one expert, says of the question. */
export const viewOf = (mode: 'panel' | 'single', question: string, said = 'a queue, in order'): string =>
  mode === 'panel'
    ? `QUESTION: ${question}\nTENSIONS:\n- ${said}\nCONSENSUS: none\nTRADE-OFF:\n- time for space\nDISSENT: none\n`
    : `QUESTION: ${question}\nCOVERAGE: Inferred\nANSWER:\n- ${said}\n`
export const scored = { outcome: 2, scope: 2, constraints: 1, success: 1, done: 1 }

export const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  text: `Do ${id}`,
  dependsOn: [],
  criteria: [],
  done: false,
  ...more,
})

/** What artifacts are validated against, as in a session. */
export const knowing = ({ tier, waived = false, ...shape }: Circumstances): Memory => ({
  ...empty,
  waived,
  risk: { ...empty.risk, irreversible: tier === 'critical', ...(tier === 'trivial' && { points: 1 }) },
  shape:
    Object.keys(shape).length > 0
      ? ({ criteria: [], mustNot: [], ...shape } as Partial<Artifacts['shape']> as Artifacts['shape'])
      : undefined,
})
export interface Circumstances extends Partial<Pick<Artifacts['shape'], 'criteria' | 'mustNot'>> {
  readonly tier?: ReturnType<typeof tierOf>
  readonly waived?: boolean
}

/** A session that was started and engaged. */
export const known: Omit<Session, 'main'> & Pick<Artifacts, 'brief' | 'shape'> = {
  ...empty,
  text: 'Add CSV export of orders',
  engagement: 'Collaborative',
  spec: { total: 9 },
  brief: readArtifact('brief', brief).artifact as Artifacts['brief'],
  shape: readArtifact('shape', shape).artifact as Artifacts['shape'],
}

/** The files of a session in a state. */
export function hopingAt(
  main: string,
  context: Partial<Session> = {},
  { soul = 'soul.silent_audit', service = 'idle' }: { readonly soul?: string; readonly service?: string } = {},
): Record<string, string> {
  const regions = { soul, main, service }
  return { [hopeState]: JSON.stringify({ regions, context: { ...known, ...context }, history: [] }) }
}

/** Casts an event on a session in a state. */
export const hopedAt = (main: string, context: Partial<Session>, typed: Typed): Promise<HopeAnswer> =>
  hoped(makeFolder(hopingAt(main, context)), typed)

/** Takes the last step of a session back. */
export const unhoped = (folder: Folder, now = noon) => undo(workIn(folder.path, session), edgeOfHope(folder, now))

/** The content of the state file. */
export function savedHope(folder: Folder): { state: string; session: Session } {
  const { regions, context } = JSON.parse(folder.read(hopeState))
  const state = joinParts([regions.soul, regions.main, regions.service])
  return { state, session: sessionIn(context, state) }
}
