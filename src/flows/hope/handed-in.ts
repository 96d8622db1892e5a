import type { Change, TransitionInput, WantedChange } from '../flow'
import { briefText } from './documents'
import type { EventPayload } from './payload'
import { takenIn } from './problems'
import { roundText } from './round-text'
import { roundFolder, type Session, sessionIn } from './session'

export const nameOfHeard = ({ heard, consult }: Session): string =>
  `consult-${Number(heard.at(-1)?.split('-')[1] ?? 0) + 1}-${consult?.mode ?? 'side'}.md`

/** Each submitted text is stored unchanged in a file of its own; an earlier version is renamed. */
export const changes: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>> = {
  'keep what is handed in': ({ from, before, state, context, payload }) => {
    const was = sessionIn(before, from)
    const session = sessionIn(context, state)
    const brought = payload as EventPayload
    return [
      ...(brought.verb === 'intent' && brought.reset ? [retired(session, 'brief.md')] : []),
      ...handedIn(was, session, brought).flatMap(([name, text]) => kept(session, name, text)),
      ...(isOver(session) && !isOver(was) ? kept(session, 'round.md', roundText(session)) : []),
    ]
  },
}

/** A round that is over is archived as one document beside what was submitted. */
const isOver = ({ main }: Session): boolean => main === 'completed' || main === 'ended'

const retired = (session: Session, name: string): WantedChange => ({
  do: 'retire',
  path: `${roundFolder(session)}/${name}`,
})

function kept(session: Session, name: string, text: string): WantedChange[] {
  const file: Change = { do: 'create', path: `${roundFolder(session)}/${name}`, text: text.replace(/\n?$/, '\n') }
  return [retired(session, name), file]
}

type Paper = readonly [name: string, text: string]

function handedIn(was: Session, session: Session, brought: EventPayload): readonly Paper[] {
  const { at } = brought
  switch (brought.verb) {
    case 'start':
    case 'intent': {
      const isSame = brought.verb === 'intent' && session.text === was.text
      return isSame ? [] : [['request.md', withFront({ at, type: session.type }, brought.text ?? '')]]
    }
    case 'submit': {
      const kind = takenIn(was, brought.artifact)
      return kind ? [[`${kind}.md`, brought.artifact]] : []
    }
    case 'consult done': {
      const { consult } = was
      const { pick, blockers, artifact } = brought
      const said = [...blockers.map((text) => `BLOCKER: ${text}`), artifact ?? ''].filter(Boolean)
      const front = { at, consultation: consult?.mode, question: consult?.query, for: consult?.stage, pick }
      return [[nameOfHeard(was), withFront(front, said.join('\n\n'))]]
    }
    case 'answer': {
      const said: readonly Paper[] = brought.note?.trim()
        ? [[`answer-${brought.word}.md`, withFront({ at, answer: brought.word, by: 'developer' }, brought.note)]]
        : []
      const isAmended = session.brief !== was.brief
      return isAmended ? [...said, ['brief.md', briefText(session)]] : said
    }
    default:
      return []
  }
}

/** Adds front matter to a text, with each value as JSON, which is valid YAML. */
function withFront(front: Readonly<Record<string, string | undefined>>, text: string): string {
  const lines = Object.entries(front).flatMap(([key, value]) => (value ? [`${key}: ${JSON.stringify(value)}`] : []))
  return ['---', ...lines, '---', '', text].join('\n')
}
