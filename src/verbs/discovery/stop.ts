import type { Answer } from '../../answer/answer'
import { placeOf } from '../../answer/state-text'
import { answerToCommand } from '../../cast/answer-command'
import type { WorkMeant } from '../../cli/work-meant'
import { freePath } from '../../disk/free-path'
import { archiveOf } from '../../flows/discovery/files'
import { loadSettings } from '../../settings/settings'
import { archiveWork } from '../../steps/new'
import { refuseTampered } from '../../work/state/tampering'
import { startedIn } from './documents'

/** Archives a plan with its files. Throws Failure as `archiveWork` does, and `no-plan`. */
export async function stop({ work, ctx }: WorkMeant, note?: string): Promise<Answer> {
  const { definition, folder } = work.flow
  refuseTampered(work)
  const now = work.again()
  const { task, title } = startedIn(now)
  const { current: from } = now.saved
  const settings = await loadSettings(ctx.root, ctx.env)
  const archive = await archiveWork(work, ctx, {
    verb: 'stop',
    from,
    place: (id) => freePath(ctx.root, archiveOf(task, id)),
    note,
    look: `spell discovery status --task ${task}`,
  })
  return answerToCommand(work, ctx, settings, {
    verb: 'stop',
    from,
    to: definition.initial,
    files: { created: [], kept: [], moved: [{ from: folder, to: archive }] },
    values: { task, title, where: placeOf(work.flow, from, ctx.texts).title ?? from },
    warnings: [],
  })
}
