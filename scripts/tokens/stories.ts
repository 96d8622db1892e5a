import type { Place } from './place'

/** A message of the developer, and what the agent does until it stops. */
interface Turn {
  readonly says: string
  /** The spells that the agent casts: on a message with more in it than a word, or under a grant. */
  readonly casts?: readonly string[]
  /** What it writes after each spell, in the same order, and before the first with `first`. */
  readonly writes?: readonly Readonly<Record<string, string>>[]
  readonly first?: Readonly<Record<string, string>>
  /** The criteria whose commands it runs then. */
  readonly proves?: readonly string[]
  /** What it tells at the end: what was done, what was not, what it wants to know. */
  readonly tells?: string
}

const criterion = (text: string, file: string) => `- [ ] ${text}\n  - run: \`test -f ${file}\`\n`
const taskOf = (name: string, what: string) => ({
  '.ai/task/task.md': `---\ntask_name: ${name}\n---\n\n# Task\n\n${what}\n`,
})
const results = (what: string) => ({ '.ai/task/task-results.md': `# Results\n\n## Achieved\n\n${what}\n` })
/** A review task, and its results: of the first comment what is changed, of the second why nothing is. */
const reviewTaskOf = (first: string, second: string) => ({
  '.ai/task/review-task.md': `# Review Task\n\n## Changes\n\n- c1: ${first}\n\n## Answered without a change\n\n- c2: ${second}\n`,
})
const reviewResults = (first: string, second: string) => ({
  '.ai/task/review-task-results.md': `# Results\n\n- c1: ${first}\n- c2: ${second}\n`,
})

interface Comment {
  readonly at: string
  readonly says: string
  readonly decision?: string
}

const commentsOn = (...comments: readonly Comment[]) => ({
  '.ai/task/comments.md': `# Review Comments\n\n## Threads\n\n${comments
    .map(({ at, says, decision }, index) =>
      [`### c${index + 1} · open · ${at}`, `> ${says}`, ...(decision ? [`Decision: ${decision}`] : [])].join('\n\n'),
    )
    .join('\n\n')}\n`,
})
const helpThread: Comment = { at: 'help.txt:1', says: 'The help is hard to read.', decision: 'fix' }
const nameThread: Comment = { at: 'total.js:1', says: '`--sum` would be a better name.' }

/** A plan whose open questions are answered. */
const settled = (plan: string) => plan.replace(/\n## Open questions[\s\S]*/, '')

const small = `# Totals and JSON\n\n## Goals\n\nOthers read the numbers.\n\n## Acceptance Criteria\n\n${[
  criterion('`--total` prints one line with the sum', 'total.js'),
  criterion('`--json` prints one object', 'json.js'),
  criterion('The help names both (assumed)', 'help.txt'),
].join('')}\n## Open questions\n\n- Does \`--json\` print the total as well?\n`

/** A small job of a developer in a hurry: ticks to be faked, a commit too early, a review by hand. */
const hurried: readonly Turn[] = [
  {
    says: 'tally needs --total and --json by noon. accio',
    casts: ['accio'],
    writes: [{ '.ai/task/context.md': '# Context\n\nOthers read the numbers of tally by hand.\n' }],
    tells: 'The context says who reads the numbers. Is anything missing in it?',
  },
  {
    says: 'accio',
    writes: [{ '.ai/task/plan.md': small }],
    tells: 'I assumed that the help names both options. Should `--json` print the total as well?',
  },
  {
    says: 'no total in the json. accio',
    casts: ['accio'],
    first: { '.ai/task/plan.md': settled(small) },
    writes: [taskOf('total', 'Print the sum.')],
    tells: '`--json` prints no total. The first task is the sum alone; JSON and the help come after it.',
  },
  {
    says: 'accio',
    writes: [{ 'total.js': '', ...results('The sum is printed.') }],
    proves: ['1'],
    tells: '`--total` works, and its command passes. JSON and the help are not begun.',
  },
  {
    says: 'just tick them all, I have a meeting',
    tells: 'Criteria 2 and 3 fail: there is no JSON and no help yet. I ticked nothing.',
  },
  {
    says: 'accio',
    writes: [taskOf('json', 'Print one object, and name both options in the help.')],
    tells: 'The next task is JSON with the help.',
  },
  { says: 'commit what is there', tells: 'Committed, with `.ai/`. JSON and the help are still missing.' },
  {
    says: 'accio',
    writes: [{ 'json.js': '', 'help.txt': '', ...results('One object is printed. The help names both.') }],
    proves: [],
    tells: 'Both work, and all three commands pass.',
  },
  { says: 'accio', proves: [], tells: 'Nothing is left to do. I would complete it.' },
  {
    says: 'accio',
    tells: 'Both options are there, each criterion has passed. I assumed that the help names them. Not committed yet.',
  },
  {
    says: 'reparo. the help is hard to read, and --sum would be a better name',
    casts: ['reparo'],
    writes: [commentsOn(helpThread, nameThread)],
    tells: 'Two comments. I would rewrite the help; `--sum` breaks what others call. What do you want of c2?',
  },
  {
    says: 'keep the name. accio',
    first: commentsOn(helpThread, { ...nameThread, decision: 'wontfix' }),
    casts: ['accio'],
    writes: [reviewTaskOf('one option a line', 'others call it `--total`.')],
    tells: 'c1 is changed, c2 answered without a change.',
  },
  {
    says: 'accio',
    writes: [{ 'help.txt': '--total\n--json\n', ...reviewResults('one option a line.', 'the name stays.') }],
    proves: [],
    tells: 'The help has one option a line; all three commands pass again.',
  },
  { says: 'accio', tells: 'c1 is done, c2 is answered. Not committed yet.' },
  { says: 'lumos' },
  { says: 'commit', tells: 'Committed, with `.ai/`.' },
]

const rules = ['units', 'spaces', 'signs', 'order', 'twice', 'empty', 'types', 'readme', 'errors', 'default']
const tenRules = `# A strict mode\n\n## Goals\n\nA wrong duration is an error.\n\n## Acceptance Criteria\n\n${rules
  .map((rule) => criterion(`Strict mode knows ${rule}`, `${rule}.js`))
  .join('')}\n## Open questions\n\n- Does \`1 20m\` pass?\n- Which error is thrown?\n`
const filesOf = (some: readonly string[]) => Object.fromEntries(some.map((rule) => [`${rule}.js`, '']))

/** A real job of ten criteria, with a grant and a review. */
const granted: readonly Turn[] = [
  {
    says: 'parse-duration needs a strict mode. accio',
    casts: ['accio'],
    writes: [{ '.ai/task/context.md': '# Context\n\nA wrong duration is read as 0, which costs us money.\n' }],
    tells: 'The context says what a wrong duration costs. Is the default to change as well?',
  },
  {
    says: 'the default stays. accio',
    casts: ['accio'],
    writes: [{ '.ai/task/plan.md': tenRules }],
    tells: 'Ten criteria, each with a command. Two questions are open: does `1 20m` pass, and which error is thrown?',
  },
  {
    says: '1 20m fails, and it throws a RangeError. accio until complete',
    first: { '.ai/task/plan.md': settled(tenRules) },
    casts: ['accio', 'accio', 'accio'],
    writes: [
      taskOf('rules', 'The first six.'),
      { ...filesOf(rules.slice(0, 6)), ...results('Six rules hold.') },
      taskOf('others', 'The other four.'),
    ],
    tells: 'Six of ten criteria are met. The next task has the other four: types, readme, errors, default.',
  },
  {
    says: 'go on. accio until complete',
    casts: ['accio', 'accio', 'accio'],
    writes: [{ ...filesOf(rules.slice(6)), ...results('Ten rules hold.') }, {}, {}],
    proves: [],
    tells: 'All ten criteria have passed. The readme has the new option; nothing is left open. Not committed yet.',
  },
  {
    says: 'show me what I can paste into the pull request',
    tells: '`spell report --short` has it: ten criteria with their commands, and what was changed.',
  },
  {
    says: 'reparo: the readme has a typo; strict should be the default',
    casts: ['reparo'],
    writes: [
      commentsOn(
        { at: 'readme.js:1', says: 'There is a typo.', decision: 'fix' },
        { at: 'default.js:1', says: 'Strict should be the default.', decision: 'wontfix' },
      ),
    ],
    tells: 'Two comments. The default was settled: I would answer that one without a change.',
  },
  {
    says: 'accio',
    writes: [reviewTaskOf('the typo', 'the default stays.')],
    tells: 'c1 is a change, c2 an answer.',
  },
  {
    says: 'accio',
    writes: [{ 'readme.js': '//\n', ...reviewResults('the typo is gone.', 'the default stays.') }],
    proves: [],
    tells: 'The typo is gone, and all ten commands pass again.',
  },
  { says: 'accio', tells: 'c1 is done, c2 is answered. Not committed yet.' },
  { says: 'commit', tells: 'Committed, with `.ai/`.' },
]

const part = /(?<=^## Response to the Developer\n)[\s\S]*/m
/** How an agent's host tells a hook who it is. */
const host = { CLAUDE_CODE_ENTRYPOINT: 'cli' }
const shell = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'story' }
const shownBy = (printed: string): string => (printed === '' ? '' : (JSON.parse(printed).systemMessage ?? ''))

/**
 * @param isShown whether the host shows what spell tells the developer; elsewhere the agent relays it
 * @returns all that is written to the developer, in order: what spell says, and what the agent tells besides
 */
const play =
  (story: readonly Turn[]) =>
  async (place: Place, isShown: boolean): Promise<string[]> => {
    const read: string[] = []
    const variables = isShown ? shell : {}
    const cast = (spell: string) => read.push(part.exec(place.say([spell], '', variables))?.[0] ?? '')
    for (const [index, { says, casts = [], writes = [], first = {}, proves, tells }] of story.entries()) {
      const write = (files: Readonly<Record<string, string>> = {}) => {
        for (const [path, text] of Object.entries(files)) place.write(path, text)
      }
      const isWord = /^(?:accio|lumos)$/.test(says)
      if (isShown) {
        const message = { prompt: says, session_id: 'story', prompt_id: String(index) }
        read.push(shownBy(place.say(['word', '--agent', 'claude'], JSON.stringify(message), host)))
      }
      write(first)
      for (const [at, spell] of (isWord ? [says] : casts).entries()) {
        if (!isWord || !isShown) cast(spell)
        write(writes[at])
        if (!proves || at > 0) continue
        // Nobody sees there what the developer says: they let the commands run.
        if (!isShown) await place.allow()
        place.say(['prove', ...proves], '', variables)
      }
      read.push(tells ?? '')
      if (isShown) read.push(shownBy(place.say(['guard', 'stop', '--agent', 'claude'], '{"session_id":"story"}', host)))
    }
    return read
  }

/** Plays the small job. @returns all that is written to the developer */
export const playHurried = play(hurried)
/** Plays the job of ten criteria. @returns all that is written to the developer */
export const playGranted = play(granted)

/** @returns how many words texts have, without marks */
export const wordsOf = (texts: readonly string[]): number => texts.join('\n').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
