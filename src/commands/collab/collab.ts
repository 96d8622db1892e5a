import { words as forms, taken } from '../../../templates/collab/workflow.yaml'
import type { Answer } from '../../cast/answer/answer'
import { agrees } from '../../cli/ask'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import { words as inOneLine } from '../../cli/given-text'
import type { Given } from '../../cli/read-word'
import { type WorkMeant, workMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../text/failure'
import { inline } from '../../text/markdown-parts'
import { type InstanceKind, namesOf } from '../../work/instances'
import type { Work } from '../../work/work'
import { slug } from '../../workflow/slug'
import { wordsOf } from '../../workflow/words'
import { collab } from '../../workflows/collab'
import { sessionsFolder } from '../../workflows/collab/documents'
import { getSkillForState } from '../../workflows/collab/flow'
import type { EventPayload } from '../../workflows/collab/payload'
import { reportedStatuses, type Session, sessionIn, type Task } from '../../workflows/collab/session'
import { openWave } from '../../workflows/collab/tasks'
import { entryOf } from '../../workflows/registry'
import { begin } from '../instances'
import type { Parts } from '../word-commands'
import { type Choice, cleanUp } from './cleanup'
import { castOnSession, completeSkill, type Reported, refuseUnstarted, writeDiagram } from './session'
import { diagram, show, states } from './views'

const kind: InstanceKind = { workflow: 'collab', folder: sessionsFolder, open: collab, flag: '--session' }

export const parts: Parts = {
  entry: entryOf('collab'),
  words: wordsOf({ words: forms, taken }),
  kind,
  naming: { key: 'session', flag: '--session', value: 'NAME', help: 'which session', fallback: 'the one in use' },
  meant: (cli: CommandContext<{ readonly session?: string }>) =>
    workMeant(cli, { workflow: 'collab', asked: cli.options.session }),
  begin: start,
  say,
  after: writeDiagram,
  prints: { show, diagram },
  refuseUnbegun: refuseUnstarted,
  code: { states },
  lists: {
    items: (work) => sessionOf(work).workItems.map((item) => String(item.number)),
    tasks: (work) => tasksIn(work).map(({ id }) => id),
    'other statuses': (work, [asked]) =>
      tasksIn(work).flatMap(({ id, status }) => (id === asked ? reportedStatuses.filter((one) => one !== status) : [])),
    // Others can be completed manually by a user who knows their names.
    skills: (work) => [getSkillForState(work.saved.current) ?? []].flat(),
  },
}

const sessionOf = (work: Work): Session => sessionIn(work.saved.context)
const tasksIn = (work: Work): readonly Task[] => openWave(sessionOf(work))?.tasks ?? []

async function say(piece: WorkMeant, verb: string, given: Given, cli: CommandContext): Promise<Answer> {
  if (verb === 'cleanup') return tidy(piece, given, cli)
  if (verb === 'complete-skill') {
    const note = inOneLine(given.note as string | undefined, 'spell collab complete-skill NAME --note "…"')
    return completeSkill(piece, { ...given, note } as Reported)
  }
  const answer = await castOnSession(piece, { verb, ...given } as EventPayload)
  return answer.row === 'task' ? writeDiagram(piece, answer) : answer
}

function tidy(
  piece: WorkMeant,
  { choice, said }: Given,
  cli: CommandContext<{ readonly yes?: true }>,
): Promise<Answer> {
  const agree = () => agrees(cli, 'Take the session out of the repository without a copy?', needsYes)
  return cleanUp(piece, choice as Choice, agree, said as string | undefined)
}

const needsYes = (): Failure => {
  const message =
    'The documents of the session would be gone from the repository: `--yes` is for a developer who said “delete”.'
  return new Failure(exit.usage, 'needs-yes', message, 'spell collab cleanup archive')
}

/** Begins a session: of the given name, or of the date with the next number that is free. */
async function start({ name: asked, ...given }: Given & { readonly name?: string }, cli: CommandContext) {
  const ctx = castContextOf(cli, 'collab')
  const taken = namesOf(ctx.root, kind)
  const day = ctx.now.toISOString().slice(0, 10)
  for (let count = 1; ; count++) {
    const name = asked === undefined ? `${day}-${count}` : slug(asked)
    if (name === '') {
      const message = `A session needs a name with letters or digits, not "${inline(asked ?? '')}".`
      throw new Failure(exit.usage, 'usage', message, 'spell collab start orders')
    }
    if (asked === undefined && taken.includes(name)) continue
    const answer = await begin(kind, name, ctx, { verb: 'start', ...given })
    // Another process has started one of this name meanwhile.
    if (asked === undefined && !answer.ok) continue
    const renamed = asked !== undefined && asked !== name
    const warnings = renamed ? [`The name is not plain (letters, digits, hyphens); it became "${name}".`] : []
    return { ...answer, warnings: [...warnings, ...answer.warnings] }
  }
}
