import type { Answer } from '../answer/answer'
import { answerToCommand } from '../cast/answer-command'
import type { CastContext } from '../cast/cast'
import { freePath } from '../disk/free-path'
import { namesIn, readText } from '../disk/read'
import { isGoal } from '../engine/place'
import { exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { slug } from '../flows/slug'
import { headingIn } from '../markdown/heading'
import { loadSettings } from '../settings/settings'
import { archiveFolder } from '../work/state/archive'
import { leftBehindIn, takeAway } from '../work/state/left-behind'
import type { FileReport } from '../work/state/plan-effects'
import { loadState, seeStill } from '../work/state/state'
import { remainingOf } from '../work/state/unfinished'
import { stampOf, withLock } from '../work/writing'
import { archiveWork, isOurs } from './archive-work'

/**
 * Archives a whole piece of work and starts the next one.
 *
 * @param asked the name of its archive (default: the first heading of the plan)
 * @param agree asked if the work is not complete; false changes nothing
 * @returns the answer, of kind `new`
 * @throws Failure `nothing-to-archive`, or `not-agreed`
 */
export async function startNew(
  workflow: Workflow,
  ctx: CastContext,
  asked: string | undefined,
  agree: () => Promise<boolean>,
): Promise<Answer & { archive: string }> {
  const { root } = ctx
  const { definition, folder, plan } = workflow
  const settings = await loadSettings(root, ctx.env)
  const { from, isEmpty } = seeStill(root, workflow, () => look(root, workflow))
  if (isEmpty) {
    const left = await withoutOld(workflow, ctx)
    if (left) return answerOf(left.archive, left.moved, [`${left.archive} has the work that version 0.1.0 archived.`])
    throw new Failure(exit.notPossible, 'nothing-to-archive', 'There is no work here to archive.', 'spell accio')
  }
  if (!isGoal(definition, from) && !(await agree())) {
    throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was archived.', 'spell new --yes')
  }

  const nameNow = () => nameOf(asked ?? workflow.name ?? headingIn((plan && readText(root, plan.file)) ?? ''))
  // Fail before any change if possible.
  freePath(root, `${archiveFolder(workflow)}/${nameNow()}`)
  const place = await archiveWork(workflow, ctx, {
    verb: 'new',
    from,
    place: (id) => freePath(root, `${archiveFolder(workflow)}/${nameNow()}-${stampOf(ctx.now)}-${id}`),
    look: 'spell lumos',
  })

  const warnings =
    asked !== undefined && asked !== nameOf(asked)
      ? [`The name is not plain (letters, digits, hyphens); it became "${nameOf(asked)}".`]
      : []
  return answerOf(place, [{ from: folder, to: place }], warnings)

  async function answerOf(archive: string, moved: FileReport['moved'], told: readonly string[]) {
    const files = { created: [], kept: [], moved }
    const answer = await answerToCommand(workflow, ctx, settings, {
      verb: 'new',
      from,
      to: definition.initial,
      files,
      warnings: told,
    })
    return { ...answer, kind: 'new' as const, archive }
  }
}

/** Removes the idle state that 0.1.0 left when it archived the previous work. */
async function withoutOld(workflow: Workflow, ctx: CastContext) {
  const { root } = ctx
  if (!(await leftBehindIn(root, workflow))) return undefined
  return withLock(root, 'new', ctx.now, ctx.wait, async () => {
    const left = await leftBehindIn(root, workflow)
    return left && { archive: left.archive, moved: takeAway(root, left, stampOf(ctx.now)) }
  })
}

/** The current state, and whether there is any work. An interrupted step counts as completed. */
function look(root: string, workflow: Workflow): { from: string; isEmpty: boolean } {
  const { current: from, byHand, unlogged, archiving } = loadState(root, workflow)
  if (archiving) return { from, isEmpty: true }
  const unfinished = byHand ? undefined : unlogged.at(-1)
  const remaining = unfinished ? remainingOf(root, workflow, unfinished) : []
  const leaving = new Set(remaining.map((change) => (change.do === 'move' ? change.from : '')))
  const staying = namesIn(root, workflow.folder).filter((name) => !leaving.has(`${workflow.folder}/${name}`))
  return { from, isEmpty: from === workflow.definition.initial && staying.every((name) => isOurs(workflow, name)) }
}

const nameOf = (wanted: string): string => slug(wanted) || 'untitled'
