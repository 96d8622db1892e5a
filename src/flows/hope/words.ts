import { recordOf } from '../../engine/records'
import { said, settledBy, type Taken, type Words } from '../../workflow/words'
import { maxArtifactBytes } from './artifact'
import { words as answers } from './payload'
import { type Dimension, dimensions, engagements, touched } from './session'
import { types } from './session-type'

const asked: Readonly<Record<Dimension, string>> = {
  outcome: 'what it brings about',
  scope: 'what is in and what is out',
  constraints: 'what it has to respect',
  success: 'how one sees that it works',
  done: 'when to stop',
}

const query: Taken = { place: 'query', help: 'the question', first: '' }

/** What is said in a session, and what it takes. */
export const words: Words = {
  start: {
    about: 'Start a session with what is wanted',
    takes: {
      text: { place: 'text', help: 'what is wanted, in the words of the developer', first: '' },
      type: { value: 'TYPE', help: `${types.join(', ')} (default: by the request)` },
      engagement: { value: 'LEVEL', help: `${engagements.join(', ')} (default: asked)` },
      points: { value: 'N', help: 'the effort in points' },
      irreversible: { as: 'flag', help: 'it cannot be taken back' },
      touches: { as: 'list', help: `${touched.join(', ')}, with commas`, first: [] },
      approach: { value: 'known|unknown', help: 'whether it is known how to do it' },
      maxWaves: { value: 'N', help: 'after how many waves you are asked', fallback: '10' },
    },
    examples: [
      ['spell hope start "Build a JWT login"', 'Begin a session'],
      ['spell hope start "Fix the typo in the README" --points 1', 'Begin trivial work at once'],
    ],
  },
  engage: {
    about: 'Set how the developer takes part (default: as usual)',
    takes: { level: { place: 'level', help: engagements.join(', ') } },
    examples: [['spell hope engage Guided', 'Be asked at every step']],
  },
  score: {
    about: 'Score how clear the request is: 0 vague, 1 a direction, 2 testable',
    takes: {
      ...recordOf(
        dimensions,
        (name) => name,
        (name) => ({ value: 'N', help: `${asked[name]}, 0 to 2` }),
      ),
      total: { value: 'N', help: 'the sum, 0 to 10, in place of the five' },
      echo: { help: 'for 5 to 7: what you will deliver, in one sentence' },
    },
    examples: [['spell hope score --outcome 2 --scope 2 --constraints 1 --success 2 --done 1', 'Say how clear it is']],
  },
  answer: {
    about: 'Answer the open question with the word of the developer',
    takes: {
      word: {
        place: 'word',
        help: answers.join(', '),
        needed: 'Which answer? A word is needed.',
        fix: 'spell hope status   # says which are possible',
      },
      said: { as: 'input', help: `${said.help}; - for stdin` },
    },
    fix: 'spell hope answer edits --said "…"',
    examples: [['spell hope answer proceed', 'Give the word of the developer']],
  },
  submit: {
    about: 'Submit the brief, the shape, the items, or a review',
    takes: {
      artifact: {
        as: 'document',
        place: 'file',
        most: maxArtifactBytes,
        help: 'Markdown: labels with bullets under them; - for stdin',
        needed: 'Which file? Its name is needed, or - for stdin.',
        fix: 'spell hope status   # says what is to be submitted',
      },
      settled: { ...settledBy('BW'), first: {}, fix: 'spell hope submit shape.md --settled "B1: how"' },
    },
    examples: [['spell hope submit shape.md', 'Hand in the shape']],
  },
  wave: {
    about: 'Report a wave: every item that was ready, once',
    takes: {
      done: { as: 'reports', value: 'ITEM', help: 'done: a,b; or "a: what came of it"', many: true, first: [] },
      carry: { as: 'reports', value: 'ITEM', help: 'for the next wave: "a: why"', many: true, first: [] },
      mustNot: { help: 'which limit was crossed, and how; ends the work' },
    },
    examples: [['spell hope wave --done rows,header --carry "docs: no time"', 'Report a wave']],
  },
  prove: 'shared',
  consult: 'code',
  panel: {
    about: 'Ask several voices (consult panel)',
    means: { word: 'consult', mode: 'panel' },
    takes: { query },
    examples: [['spell hope panel "JWT or sessions?"', 'Ask for several views']],
  },
  summon: {
    about: 'Ask one expert (consult single)',
    means: { word: 'consult', mode: 'single' },
    takes: { query },
    examples: [['spell hope summon "Is this token safe?"', 'Ask one expert']],
  },
  intent: {
    about: 'Go back to what is wanted, from anywhere',
    takes: { text: { place: 'text', help: 'what is wanted now, where that has changed' } },
    examples: [['spell hope intent "Sessions instead of JWT"', 'Change what is wanted']],
  },
  cancel: {
    about: 'End the round at once; a wave that is under way is reported first, if it is to count',
    isDestructive: true,
    examples: [['spell hope cancel', 'Stop after this wave']],
  },
  status: 'shared',
  show: {
    about: 'Show the round as one document, for a pull request',
    isLook: true,
    examples: [['spell hope show > pull-request.md', 'Have the round as one document']],
  },
  history: 'shared',
  undo: 'shared',
  recover: 'shared',
  hook: 'code',
}
