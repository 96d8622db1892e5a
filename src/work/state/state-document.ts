import { currentName, isGone, isState, joinParts, partsOf } from '../../engine/place'
import { exit, Failure } from '../../text/failure'
import { isRecord, linesRead } from '../../text/json'
import type { Workflow } from '../../workflow/flow'
import { faultOf, isDigest, isLine, linesInState, statePath } from '../history/history-line'
import { refuseNewerLayout } from '../history/layout'
import type { State } from './state'

export type Stored = Pick<Workflow, 'folder' | 'kept'> & {
  readonly definition: Pick<Workflow['definition'], 'states' | 'regions' | 'renamed' | 'gone'>
}

/**
 * Parses state.json; a `past` one may have a state that today's table lacks.
 *
 * @throws Failure (unreadable) `state-unreadable`, `layout-newer`
 */
export function parseState(text: string, workflow: Stored, past = false): State {
  const wrong = (what: string, line?: number) => unreadable('state-unreadable', `${statePath(workflow)} ${what}.`, line)
  if (text.trim() === '') throw wrong('is empty')
  const document = fromJson(text, (line) =>
    hasMarker(text) ? conflict(statePath(workflow)) : wrong(`is not valid JSON in line ${line}`, line),
  )
  if (!isRecord(document)) throw wrong('is not a JSON object')
  refuseNewer(document, workflow)
  const key = keyOf(workflow)
  // A file written by spell has no duplicate keys, so the search can be skipped.
  const keys = [key, 'context', 'history', 'layout', 'table', 'proof']
  const twice = text === printDocument(document) ? undefined : keyTwice(text, keys)
  if (twice !== undefined) throw wrong(`has ${twice} twice`)
  const { [key]: where, context = {}, history = [], proof, ...others } = document
  const said = isRecord(where) && workflow.definition.regions ? joined(workflow, where) : where
  if (typeof said !== 'string') throw wrong(`has no ${key}`)
  const current = currentName(workflow.definition, said)
  if (!isState(workflow.definition, current)) {
    if (!workflow.kept && isRecord(context) && context.definition !== undefined) throw definitionMissing(workflow)
    if (!isGone(workflow.definition, current)) throw wrong(`names a ${key} that does not exist`)
    if (!past) throw wrong(`names a ${key} that this version of the workflow has no more`)
  }
  if (proof !== undefined && !isDigest(proof)) throw wrong('has a proof that is no digest')
  if (!isRecord(context)) throw wrong('has a context that is not an object')
  if (!Array.isArray(history)) throw wrong('has a history that is not a list')
  const broken = history.findIndex((line) => !isLine(line))
  if (broken >= 0) throw wrong(`has a history whose entry ${broken + 1} ${faultOf(history[broken])}`)
  const read = { current, context, history, ...(proof !== undefined && { proof }) }
  if (history.at(-1)?.layout === undefined) return { ...read, rest: others }
  const { layout, table, ...rest } = others
  return { ...read, made: { layout, table }, rest }
}

/** Work of a workflow of the repository is not that of any other one. */
function definitionMissing({ folder }: Stored): Failure {
  // Named here: a look at built-in work loads nothing of the others.
  const path = `${folder}/workflow.json`
  const fix = `test ! -e ${path} && git restore --source=HEAD -- ${path}`
  return new Failure(exit.unreadable, 'definition-unreadable', `${path} is missing.`, fix)
}

function refuseNewer(document: Record<string, unknown>, workflow: Stored): void {
  const lines: readonly unknown[] = Array.isArray(document.history) ? document.history : []
  for (const line of lines) refuseNewerLayout(line, statePath(workflow))
  if (lines.length === 0) refuseNewerLayout(document, statePath(workflow))
}

/**
 * @returns the text of state.json; its layout and table are those of the last entry. Around the proof stand lines that no
 *   step changes, so that git merges a proof of one side with a step of the other
 */
export function printState({ current, context, history, rest, proof }: State, workflow: Workflow): string {
  const { layout, table } = history.at(-1) ?? {}
  const ours = {
    ...(layout !== undefined && { layout }),
    ...(proof && { proof }),
    ...(layout !== undefined && { table }),
  }
  const foreign = Object.entries(rest).filter(([key]) => !Object.hasOwn(ours, key))
  return printDocument({
    [keyOf(workflow)]: whereOf(workflow, current),
    ...ours,
    context,
    history: history.slice(-linesInState),
    ...Object.fromEntries(foreign),
  })
}

/** The current state comes first, as a git hook reads it from the second line without a parser. */
function printDocument(document: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(document).map(([key, value]) => {
    const isList = key === 'history' && Array.isArray(value) && value.length > 0
    const lines = isList ? value.map((line) => `\n    ${JSON.stringify(line)}`) : []
    return `  ${JSON.stringify(key)}: ${isList ? `[${lines.join()}\n  ]` : JSON.stringify(value)}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}

/** With several regions the file has the state of each. */
export const keyOf = ({ definition }: Stored): string => (definition.regions ? 'regions' : 'current_state')

const whereOf = ({ definition: { regions } }: Workflow, current: string): unknown =>
  regions ? Object.fromEntries(Object.keys(regions).map((region, index) => [region, partsOf(current)[index]])) : current

const joined = ({ definition: { regions = {} } }: Stored, where: Record<string, unknown>): string =>
  joinParts(Object.keys(regions).map((region) => String(where[region])))

function fromJson(text: string, failureIn: (line: number) => Failure): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failureIn(linesRead(text).length)
  }
}

/** Whether git has left a conflict marker. */
export const hasMarker = (text: string): boolean => /^[<>]{7} /m.test(text)

export const conflict = (path: string): Failure =>
  new Failure(exit.unreadable, 'merge-conflict', `git has left conflict markers in ${path}.`, 'spell doctor')

/** The failure for a state or a history that a repair can fix. */
export const unreadable = (code: string, message: string, line?: number): Failure =>
  new Failure(exit.unreadable, code, message, 'spell doctor --fix', line === undefined ? {} : { line })

/**
 * Finds a duplicate key, at any depth, in a JSON object: `JSON.parse` takes the last one, while a reader without a
 * parser, such as the hook, takes the first.
 *
 * @param ours the top-level keys to examine; other values are skipped
 */
function keyTwice(text: string, ours: readonly string[]): string | undefined {
  // The keys of each open object so far; nothing for a list.
  const open: Set<string>[] = []
  let own = ''
  for (const [, token = '', isKey] of text.matchAll(/("(?:[^"\\]|\\.)*"|[{}[\]])(\s*:)?/g)) {
    if (isKey) {
      const key = JSON.parse(token)
      const known = open.at(-1)
      if (open.length === 1) own = key
      if (known?.has(key) && ours.includes(own)) return key
      known?.add(key)
    } else if ('{['.includes(token)) open.push(new Set())
    else if ('}]'.includes(token)) open.pop()
  }
  return undefined
}
