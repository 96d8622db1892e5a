import type { TransitionInput, WantedChange } from '../flow'
import { briefText } from './documents'
import type { EventPayload } from './payload'
import { takenIn } from './problems'
import { roundText } from './round-text'
import { isOver, roundFolder, type Session, sessionIn } from './session'

export const nameOfHeard = ({ heard, consult }: Session): string =>
  `consult-${Number(heard.at(-1)?.split('-')[1] ?? 0) + 1}-${consult?.mode ?? 'side'}.md`

/** Each submitted text is stored unchanged in a file of its own; an earlier version is renamed. */
export const changes: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>> = {
  'keep what is handed in': ({ from, before, state, context, payload }) => {
    const was = sessionIn(before, from)
    const session = sessionIn(context, state)
    const brought = payload as EventPayload
    // A round that is over is archived as one document beside what was submitted.
    const isClosed = isOver(session) && !isOver(was)
    const texts = [...handedIn(was, session, brought), ...(isClosed ? [['round.md', roundText(session)] as const] : [])]
    return texts.flatMap(([name, text]): WantedChange[] => {
      const path = `${roundFolder(session)}/${name}`
      return [
        { do: 'retire', path },
        { do: 'create', path, text: text.replace(/\n?$/, '\n') },
      ]
    })
  },
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
      const { mode, query, stage } = was.consult ?? {}
      const { pick, artifact = '' } = brought
      return [[nameOfHeard(was), withFront({ at, consultation: mode, question: query, for: stage, pick }, artifact)]]
    }
    case 'answer': {
      const { word, said } = brought
      // A yes to the sentence is another than that to the shape.
      const name = `${was.main === 'intent.echo_check' ? 'echo' : 'answer'}-${word}.md`
      const papers: readonly Paper[] = said?.trim() ? [[name, withFront({ at, answer: word }, said)]] : []
      return session.brief === was.brief ? papers : [...papers, ['brief.md', briefText(session)]]
    }
    default:
      return []
  }
}

/** Adds front matter to a text, with each value as JSON, which is valid YAML. */
function withFront(front: Readonly<Record<string, string | undefined>>, text: string): string {
  const lines = Object.entries(front).flatMap(([key, value]) => (value ? `${key}: ${JSON.stringify(value)}` : []))
  return ['---', ...lines, '---', '', text].join('\n')
}
