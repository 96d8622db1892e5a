import { turnLine } from '../../cast/answer/turn'
import { turnOf } from '../../cast/turn'
import type { Environment } from '../../disk/environment'
import { foldersIn } from '../../disk/read'
import { Failure } from '../../text/failure'
import { inline } from '../../text/markdown/code'
import { visible } from '../../text/markdown/visible'
import { plain, shortened } from '../../text/markdown-parts'
import { namesIn } from '../../work/in-use'
import { openWork } from '../../work/open'
import { pieceIn } from '../../work/overview'
import type { PieceOfWork, TextsOf } from '../../work/piece'
import { loadSettings } from '../../work/settings/settings'
import type { Work } from '../../work/work'
import { workflowsIn } from '../../work/workflows-here'
import { passedCounts } from '../../workflow/criteria/counts'
import { standard, unnamed, type WorkflowEntry } from '../../workflows/registry'

/** A piece of work, as lists have it; if several could be meant, only its name and its workflow. */
export type MeantPiece = Pick<PieceOfWork, 'name' | 'workflow'> & Partial<PieceOfWork>

/**
 * Finds what is under way in a folder. If several workflows have work, that of the settings is meant.
 *
 * @param textsOf loads the texts of a workflow that has work
 * @returns the piece of work that is meant; several if nothing decides, none without work
 * @throws Failure if it cannot be read, or SPELL_WORK names none
 */
export async function glanceAt(
  root: string,
  env: Environment,
  now: Date,
  textsOf: TextsOf,
): Promise<readonly MeantPiece[]> {
  const seen: MeantPiece[] = []
  let unknown: Failure | undefined
  for (const entry of await workflowsIn(root)) {
    const found = await seenOf(root, env, now, entry, textsOf)
    if (found instanceof Failure) unknown = found
    else seen.push(...found)
  }
  if (seen.length === 0 && unknown) throw unknown
  const open = seen.filter(({ phase }) => phase !== 'complete')
  const among = open.length > 0 ? open : seen
  if (among.length < 2) return among
  const { workflow } = await loadSettings(root, env)
  const usual = among.filter((each) => each.workflow === workflow)
  return usual.length > 0 ? usual : among
}

/** @returns the failure if this workflow has none of the name that was asked for: another one may have it */
async function seenOf(root: string, env: Environment, now: Date, entry: WorkflowEntry, textsOf: TextsOf) {
  if (namesIn(root, entry).length === 0) return []
  try {
    const work = await openWork(root, { workflow: entry.name, env, isLook: true })
    const piece = pieceIn(work, textsOf)?.piece
    return piece ? [{ ...piece, where: whereIn(work, piece), turn: await turnOf(work, { root, env, now }) }] : []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'unknown-work') return error
    if (error.code !== 'which-work') throw error
    return (error.details ?? []).map((name): MeantPiece => ({ name, workflow: entry.name }))
  }
}

/** Of a task under way which one it is: the title of the state says only that. */
function whereIn({ root, folder }: Work, { workflow, phase, where, isGivenUp }: PieceOfWork): string {
  if (isGivenUp) return 'Given up'
  if (phase !== 'task' || workflow !== standard) return where
  const done = foldersIn(root, `${folder}/tasks`).filter((name) => name.startsWith('task-'))
  return `Task ${done.length + 1} in progress`
}

/** How long a line may be, in columns of a terminal. */
const most = 80

/** @returns the line for what was found, in so many columns (default: those of a terminal); empty without work */
export function lineOf(seen: readonly MeantPiece[], room = most): string {
  const [only, ...others] = seen
  if (!only) return ''
  if (others.length > 0) return joined(seen.map(({ name }) => name).join(', '), ['spell work use NAME'])
  const { name, title = name === unnamed ? '' : name, where = '', criteria, turn } = only
  const next = turn ? plain(turnLine({ ...turn, does: turn.short ?? turn.does })) : ''
  return joined(title, [where, criteria ? passedCounts(criteria) : '', next], room)
}

/** @returns the line for what cannot be read */
export const problemLine = (message: string, fix: string): string => joined(message.replace(/\.$/, ''), [fix])

/** How much of it a title has at least, however long the rest is, which is cut from its end. */
const mostOfTitle = 24

/** Shortens what users wrote first: state, counts and whose turn it is say more than its end. */
function joined(written: string, ours: readonly string[], room = most): string {
  const rest = ours.filter((part) => part !== '').join(' · ')
  const first = shortened(shown(written), Math.max(mostOfTitle, most - rest.length - 3))
  return shortened(shown([first, rest].filter((part) => part !== '').join(' · ')), room)
}

const shown = (text: string): string => visible(inline(text).trim())
