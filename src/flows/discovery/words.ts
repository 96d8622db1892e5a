import { said, settledBy, type Words } from '../../workflow/words'
import { maxArtifactBytes } from './artifact'
import { looksAt, phases } from './phases'
import { reviews, triggers } from './plan'

/** What is said of a plan, and what it takes. */
export const words: Words = {
  start: {
    about: 'Start the plan of a task',
    begins: true,
    takes: {
      task: { place: 'task', help: 'the task, in a few words; the name of the plan is made of it' },
      title: { help: 'title of the plan', fallback: 'the task as it is given' },
      goal: { help: 'what is to be achieved' },
      criteria: { flag: '--ac', help: 'an acceptance criterion; again for each further one', many: true, first: [] },
      reviews: {
        value: 'WHICH',
        help: 'which phases you review: all, or the clarification and the end (final)',
        choices: reviews,
        fallback: 'all',
      },
      autonomous: { as: 'flag', help: 'without human reviews; the AI still reviews every phase', first: false },
    },
    fix: 'spell discovery start "Add CSV export"',
    examples: [
      ['spell discovery start "CSV export"', 'Begin a plan'],
      [
        'spell discovery start "CSV export" --ac "has a header row" --ac "one row for each order (verify: npm test)"',
        'Name what must hold',
      ],
    ],
  },
  submit: {
    about: 'Submit the artifact of the phase, a JSON file',
    takes: {
      text: {
        as: 'document',
        place: 'file',
        most: maxArtifactBytes,
        help: 'the file, or - for stdin (default: the draft of the phase in the plan’s folder)',
        fix: 'spell discovery submit artifact.json',
      },
      settled: { ...settledBy('F'), first: {}, fix: 'spell discovery submit --settled "F1: …"' },
    },
    examples: [
      ['spell discovery submit', 'Hand in the draft of the phase'],
      ['spell discovery submit --settled "F1: both callers are named"', 'The same after it was sent back'],
    ],
  },
  approve: {
    about: 'Approve the current artifact',
    takes: {
      as: {
        value: 'WHO',
        help: 'whose review it is; human on the developer’s word alone',
        choices: ['ai', 'human'],
        of: 'reviewers',
        fallback: 'ai',
        first: 'ai',
      },
      findings: {
        as: 'named',
        flag: '--finding',
        help: 'what the agent’s review saw, "files: …" by a name of its brief, "K1: …" on a point of the program’s list; again for each',
        named: { letters: 'KF', words: [...new Set(Object.values(looksAt).flat())], others: 'R' },
        many: true,
      },
      said: { ...said, as: 'input' },
    },
    fix: 'spell discovery approve --as ai --finding "K1: …"',
    examples: [
      ['spell discovery approve --finding "callers searched for: two"', 'Pass your own review, as an agent'],
      ['spell discovery approve --as human', 'Pass the review of the developer, on their word'],
    ],
  },
  revise: {
    about: 'Send the artifact back to its phase, with feedback',
    takes: {
      said: {
        as: 'input',
        help: 'what the developer wants changed, in their words; again for each point',
        many: true,
        first: [],
      },
      note: { as: 'input', help: 'what the agent’s review wants changed; again for each point', many: true, first: [] },
    },
    fix: 'spell discovery revise --note "…"',
    examples: [
      ['spell discovery revise --said "the API has two callers"', 'Send the artifact back in the developer’s words'],
      ['spell discovery revise --note "src/api.ts is left out"', 'Send it back, as the agent that reviews it'],
    ],
  },
  replan: {
    about: 'Start again from a phase; earlier artifacts are kept',
    takes: {
      from: { value: 'PHASE', help: `the phase to begin with: ${phases.join(', ')}`, of: 'possible starts' },
      trigger: {
        value: 'WHY',
        help: `why: ${Object.keys(triggers).join(', ')}`,
        known: Object.keys(triggers),
        first: '',
      },
      changes: { help: 'what has changed', first: '' },
      preserve: { as: 'list', help: 'earlier phases that still count, with commas', fallback: 'all', of: 'artifacts' },
      invalidate: { help: 'what is no longer true; again for each', many: true, first: [] },
      force: {
        as: 'flag',
        help: 'also where a phase before it has no artifact; for the developer alone',
        first: false,
      },
    },
    examples: [
      [
        'spell discovery replan --from contracts --trigger requirements_changed --changes "JSON, too"',
        'Begin again from the contracts',
      ],
    ],
  },
  autonomous: {
    about: 'Turn autonomous mode on (no human reviews) or off; developer only',
    takes: {
      on: { as: 'switch', place: 'mode', help: 'on or off', of: 'other mode', needed: 'The mode is on or off.' },
    },
    fix: 'spell discovery autonomous on',
    examples: [['spell discovery autonomous on', 'Let the agent review alone']],
  },
  status: 'shared',
  history: 'shared',
  artifact: {
    about: 'Print the stored artifact of a phase',
    isLook: true,
    takes: {
      phase: { place: 'phase', help: `one of: ${phases.join(', ')} (default: the current one)`, of: 'artifacts' },
      format: { value: 'FORM', help: 'as it is stored, or to be read', choices: ['json', 'md'], fallback: 'json' },
    },
    examples: [['spell discovery artifact contracts', 'Print the contracts']],
  },
  show: {
    about: 'Print the whole plan as one Markdown document, for a pull request or an issue',
    isLook: true,
    examples: [['spell discovery show', 'Print the whole plan as one document, for a pull request']],
  },
  stop: {
    about: 'Archive the plan with its files, verified or not; undo takes it back',
    isDestructive: true,
    takes: { said: { ...said, as: 'line', fix: 'spell discovery stop --said "…"' } },
    examples: [['spell discovery stop --said "we buy it instead"', 'Archive a plan that is not to be carried out']],
  },
  undo: 'shared',
  recover: 'shared',
}
