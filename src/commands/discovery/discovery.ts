import type { Answer } from '../../cast/answer/answer'
import { answerToCommand } from '../../cast/answer-command'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import { type WorkMeant, workMeant } from '../../cli/work-meant'
import { freePath } from '../../disk/free-path'
import { loadSettings } from '../../disk/settings/settings'
import { exit, Failure } from '../../text/failure'
import type { InstanceKind } from '../../work/instances'
import { refuseTampered } from '../../work/state/tampering'
import type { Work } from '../../work/work'
import { slug } from '../../workflow/slug'
import { placeOf } from '../../workflow/state-text'
import { discovery } from '../../workflows/discovery'
import { archiveOf, draftPath } from '../../workflows/discovery/files'
import {
  type EventPayload,
  fresh,
  hasArtifact,
  jumpedOver,
  type Plan,
  phases,
  planIn,
  reviewerIn,
  triggers,
  wordForms,
} from '../../workflows/discovery/plan'
import { entryOf } from '../../workflows/registry'
import { begin, castOn } from '../instances'
import { archiveWork } from '../new'
import type { Parts } from '../word-commands'
import { artifact, show, startedIn } from './documents'
import { carriedBy, seenOf } from './seen'

const kind: InstanceKind = { workflow: 'discovery', folder: '.ai/discovery', open: discovery, flag: '--task' }

/** What completion offers by a plan; nothing without one. */
const listed =
  (list: (plan: Plan, state: string) => readonly string[]) =>
  ({ saved: { context, current } }: Work): readonly string[] => {
    const plan = planIn(context)
    return plan ? list(plan, current) : []
  }

export const parts: Parts = {
  entry: entryOf('discovery'),
  words: wordForms,
  kind,
  naming: { key: 'task', flag: '--task', value: 'ID', help: 'which plan', fallback: 'the one in use' },
  meant: (cli: CommandContext<{ readonly task?: string }>) =>
    workMeant(cli, { workflow: 'discovery', asked: cli.options.task }),
  async begin({ task: typed, ...given }, cli) {
    const task = slug(String(typed ?? ''))
    if (task === '') {
      const message = 'Which task? It needs a name with letters or digits.'
      throw new Failure(exit.usage, 'usage', message, 'spell discovery start "Add CSV export"')
    }
    return begin(kind, task, castContextOf(cli, 'discovery'), { title: typed, ...given, task })
  },
  say: (piece, word, given) => (word === 'stop' ? stop(piece, given) : step(piece, word, given)),
  prints: { artifact, show },
  draft: ({ folder, saved }) => draftPath(folder, (planIn(saved.context) ?? fresh).phase),
  lists: {
    artifacts: listed((plan) => phases.filter((phase) => hasArtifact(plan, phase))),
    'possible starts': listed((plan) => phases.filter((phase) => jumpedOver(plan, phase).length === 0)),
    'other mode': listed((plan) => [plan.autonomous_mode ? 'off' : 'on']),
    reviewers: listed((_, state) => [reviewerIn(state) ?? []].flat()),
  },
}

/** What a word takes; of `revise` both are lists. */
type Given = Omit<EventPayload, 'said'> & { readonly said?: unknown; readonly note?: unknown }

/** Casts a word, with what a look at the repository tells of the artifact. */
async function step(piece: WorkMeant, word: string, given: Given) {
  if (word === 'replan' && given.from === undefined) throw noPhase(given.trigger ?? '')
  const brought = word === 'revise' ? feedbackIn(given) : (given as EventPayload)
  const isWorded = brought.said !== undefined || brought.changes !== undefined || brought.as === 'human'
  return castOn(piece, word, {
    ...brought,
    ...seenOf(piece.work, word, brought.text),
    ...(word === 'status' && (await carriedBy(piece.work))),
    ...(isWorded && (await piece.ctx.isTyped?.()) && { typed: true }),
  })
}

function feedbackIn({ said, note }: Given): EventPayload {
  const [developers = [], agents = []] = [said, note] as (readonly string[])[]
  if (developers.length > 0 && agents.length > 0) {
    const message = 'Give --said, the developer’s words, or --note, the agent’s; not both.'
    throw new Failure(exit.usage, 'two-reviewers', message, 'spell discovery revise --note "…"')
  }
  return { feedback: [...developers, ...agents], as: developers.length > 0 ? 'human' : 'ai' }
}

/** The caller must name a phase; the reason suggests one. */
function noPhase(trigger: string): Failure {
  const why = trigger.toLowerCase()
  const start = Object.hasOwn(triggers, why) ? triggers[why as keyof typeof triggers] : 'discovery'
  return new Failure(
    exit.usage,
    'usage',
    `From which phase? There is ${phases.join(', ')}.`,
    `spell discovery replan --from ${start} --trigger ${trigger || 'requirements_changed'} --changes "…"`,
  )
}

/** Archives a plan with its files. Throws Failure as `archiveWork` does, and `no-plan`. */
async function stop({ work, ctx }: WorkMeant, { said }: Given): Promise<Answer> {
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
    note: said as string | undefined,
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
