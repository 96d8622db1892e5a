import type { Folder } from './folder'
import { commitAll, git } from './git'
import { led, type Piece, type Stage, type WorkflowName, workflows } from './packed-led'
import { spellHere } from './packed-program'
import { cloneOf } from './team-repository'

// Ways to have work taken for proven whose code is wrong, and what has found each.

export interface Cheat {
  readonly from: Stage
  /** What is done instead of honest work; what is left to the end follows. */
  readonly do: (piece: Piece, workflow: WorkflowName) => unknown
  /** What refuses or names it: in work of engineer, whose code the others share, or in each that has it. */
  readonly found: string | Partial<Readonly<Record<WorkflowName, string>>>
  /** What is done to the clone, too. */
  readonly inClone?: (clone: Folder) => unknown
  /** More options of the check. */
  readonly args?: readonly string[]
}

export const proofs = ({ home }: Piece) => `${home}/proofs.jsonl`
/** What was begun is in the base, too. */
export const ontoMain = (piece: Piece) => {
  commitAll(piece.folder)
  git(piece.folder, 'branch', '-f', 'main')
}
/** Leads work that has begun to its honest end. */
export const toTheEnd = (piece: Piece) => {
  piece.work()
  piece.prove()
  piece.end()
}
export const brokenAtTheEnd = (piece: Piece) => {
  ontoMain(piece)
  toTheEnd(piece)
  piece.breaks()
}
export const rerun = ['--rerun', '--allow-commands']
/** The settings of the base ask for a command, which the developer allows. */
export const withAlways = async (piece: Piece) => {
  piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n', 'all.js': '\n' })
  ontoMain(piece)
  await piece.allow()
}
/** What has named it. */
export async function foundBy(workflow: WorkflowName, { from, do: act, inClone, args = [] }: Cheat): Promise<string> {
  const piece = await led(workflow, from)
  await act(piece, workflow)
  const goesOn = from !== 'begun' && !piece.isOver
  if (goesOn) piece.end()
  const isRefused = goesOn && !piece.isOver
  commitAll(piece.folder)
  const clone = cloneOf(piece.folder)
  inClone?.(clone)
  const check = (...more: string[]) => {
    const asked = ['check', '--base', 'main', '--require', 'proven', '--json', ...args, ...more]
    const { exitCode, stdout, stderr } = spellHere(clone.path, asked, { env: { CI: 'true' } })
    if (exitCode === 0) return []
    const { findings = [], code } = JSON.parse(stdout || stderr)
    return code ? [code] : [...new Set<string>(findings.map(({ rule }: { rule: string }) => rule))]
  }
  const rules = check()
  if (rules.length > 0) return isRefused ? 'end' : rules.join(', ')
  return check('--rerun', '--allow-commands').join() === 'rerun-failed' ? 'rerun' : 'NOT FOUND'
}

/** @returns a case for each cheat, in each workflow that has it */
export const casesOf = (cheats: Readonly<Record<string, Cheat>>) =>
  Object.entries(cheats).flatMap(([what, cheat]) =>
    workflows.flatMap((workflow) => {
      const found = typeof cheat.found === 'string' ? { engineer: cheat.found } : cheat.found
      return found[workflow] === undefined ? [] : [[workflow, what, found[workflow], cheat] as const]
    }),
  )
