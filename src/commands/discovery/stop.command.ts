import { placeOf } from '../../answer/state-text'
import { answerToCommand } from '../../cast/answer-command'
import { defineCommand } from '../../cli/command'
import { saidOption, words } from '../../cli/said'
import { freePath } from '../../disk/free-path'
import { archiveOf } from '../../flows/discovery/files'
import { loadSettings } from '../../settings/settings'
import { archiveWork } from '../../steps/new'
import { changing, planOf, startedIn } from '../../verbs/discovery/plan-command'
import { outputOfWork } from '../../verbs/instances'
import { refuseTampered } from '../../work/state/tampering'

export const command = defineCommand({
  name: 'stop',
  isDestructive: true,
  summary: 'Archive the plan with its files, verified or not; undo takes it back',
  options: [saidOption, ...changing],
  async run(_, cli) {
    const note = words(cli.options.said, 'spell discovery stop --said "…"')
    const { work, ctx } = await planOf(cli)
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
    const answer = await answerToCommand(work, ctx, settings, {
      verb: 'stop',
      from,
      to: definition.initial,
      files: { created: [], kept: [], moved: [{ from: folder, to: archive }] },
      values: { task, title, where: placeOf(work.flow, from, ctx.texts).title ?? from },
      warnings: [],
    })
    return outputOfWork(answer, cli)
  },
})
