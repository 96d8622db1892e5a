import type { Engagement } from './marker'
import type { Session } from './session'
import type { SessionType } from './session-type'

/** What is asked about, by the type of the session. */
export const asks: Readonly<Record<SessionType, string>> = {
  Build: 'what exactly is to be made, for whom, and within which constraints',
  Debug: 'the symptom, what has changed, and what was expected instead',
  Plan: 'the decision that is to be made, the options there are, and the criteria it goes by',
  Reflect: 'what the outcome was, what surprised, and what is to change',
}

type Stage = 'intent' | 'shape' | 'loop' | 'stall' | 'feedback'

/** How much the developer takes part; it never changes which steps there are. */
const density: Readonly<Record<Stage, Readonly<Record<Engagement, string>>>> = {
  intent: {
    Autonomous:
      'Answer what the code and an outside view can answer; ask the developer only what nobody else can know.',
    Collaborative: 'Ask the developer, and bring what you can find out yourself to the question.',
    Guided: 'The developer answers everything: do not answer a question for them.',
  },
  shape: {
    Autonomous: 'Have it shaped by an outside view, and choose among the ways yourself.',
    Collaborative: 'Have it shaped by an outside view; the developer chooses among the ways.',
    Guided: 'The developer leads: offer ways, explain what each costs, and write down what they choose.',
  },
  loop: {
    Autonomous: 'Report milestones only.',
    Collaborative: 'Stop at every larger decision and let the developer see it.',
    Guided: 'Go through each step with the developer before and after it.',
  },
  stall: {
    Autonomous: 'Find the way out by an outside view.',
    Collaborative: 'Find the way out by an outside view, and tell the developer what it was.',
    Guided: 'Ask the developer for the way out.',
  },
  feedback: {
    Autonomous: 'Do not probe: ask once whether it is what was wanted.',
    Collaborative: 'Ask one question that shows whether it is what was wanted, for instance what they would try first.',
    Guided: 'Ask one question that shows whether it is what was wanted, for instance what they would try first.',
  },
}

/** @returns how to take the developer along, where the session stands */
export function densityIn({ main, engagement = 'Collaborative' }: Session): string {
  if (main === 'loop.stall_detection') return density.stall[engagement]
  if (main === 'loop.review_feedback') return density.feedback[engagement]
  if (main.startsWith('loop.')) return density.loop[engagement]
  return density[main.startsWith('shape.') || main === 'consult' ? 'shape' : 'intent'][engagement]
}
