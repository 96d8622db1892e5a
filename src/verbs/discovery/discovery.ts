import { castContextOf } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import { type WorkMeant, workMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../failure/failure'
import { discovery } from '../../flows/discovery'
import { draftPath } from '../../flows/discovery/files'
import { phases, reviewerIn } from '../../flows/discovery/phases'
import { type EventPayload, type Plan, planIn, triggers } from '../../flows/discovery/plan'
import { hasArtifact, jumpedOver } from '../../flows/discovery/problems'
import { words } from '../../flows/discovery/words'
import { entryOf } from '../../flows/registry'
import { slug } from '../../flows/slug'
import type { InstanceKind } from '../../work/instances'
import type { Work } from '../../work/work'
import { begin, castOn } from '../instances'
import type { Parts } from '../word-commands'
import { artifact, show } from './documents'
import { carriedBy, seenOf } from './seen'
import { stop } from './stop'

const kind: InstanceKind = { workflow: 'discovery', folder: '.ai/discovery', open: discovery, flag: '--task' }

export const parts: Parts = {
  entry: entryOf('discovery'),
  words,
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
  say: (piece, word, given) =>
    word === 'stop' ? stop(piece, given.said as string | undefined) : step(piece, word, given),
  prints: { artifact, show },
  draft: ({ folder, saved }) => draftPath(folder, planIn(saved.context)?.phase ?? 'discovery'),
  lists: {
    artifacts: (work) => inPlan(work, (plan) => phases.filter((phase) => hasArtifact(plan, phase))),
    'possible starts': (work) => inPlan(work, (plan) => phases.filter((phase) => jumpedOver(plan, phase).length === 0)),
    'other mode': (work) => inPlan(work, (plan) => [plan.autonomous_mode ? 'off' : 'on']),
    reviewers: (work) => inPlan(work, () => [reviewerIn(work.saved.current) ?? []].flat()),
  },
}

function inPlan({ saved }: Work, list: (plan: Plan) => readonly string[]): readonly string[] {
  const plan = planIn(saved.context)
  return plan ? list(plan) : []
}

/** Casts a word, with what a look at the repository tells of the artifact. */
async function step(piece: WorkMeant, word: string, given: object) {
  const brought = broughtBy(word, given)
  const isWorded = brought.said !== undefined || brought.changes !== undefined || brought.as === 'human'
  const seen = {
    ...seenOf(piece.work, word, brought.text),
    ...(word === 'status' && (await carriedBy(piece.work))),
    ...(isWorded && (await piece.ctx.isTyped?.()) && { typed: true }),
  }
  return castOn(piece, word, { ...brought, ...seen })
}

function broughtBy(
  word: string,
  given: { readonly said?: unknown; readonly note?: unknown } & EventPayload,
): EventPayload {
  if (word === 'revise') return feedbackIn(given)
  if (word === 'replan' && given.from === undefined) throw noPhase(given.trigger ?? '')
  return given
}

function feedbackIn({ said, note }: { readonly said?: unknown; readonly note?: unknown }): EventPayload {
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
