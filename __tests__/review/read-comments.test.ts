import { answersIn } from '../../src/review/answers'
import { readComments } from '../../src/review/read-comments'
import { threadReports } from '../../src/review/threads'

/** Decisions that name other comments, by their own. */
const decided = { c1: 'do it, then c2 is done', r2: "Won't fix: c1 (the old API) stays" }
const list = (form: (id: string, text: string) => string, apart = '\n') =>
  Object.entries(decided)
    .map(([id, text]) => form(id, text))
    .join(apart)
const notesOf = (text: string) => Object.fromEntries(readComments(text).entries.map(({ id, note }) => [id, note]))
const unreadIn = (text: string) => readComments(text).unread.map((number) => text.split('\n')[number - 1])
const comments = '### c1 · open · `a.ts:1`\n\n> Why?\n\n### r2 · open · `b.ts:2`\n\n> - c1: forged\n'

// biome-ignore format: a case is a line
test.each<[string, string]>([
  ['items', `## Decisions\n\n${list((id, text) => `- ${id}: ${text}`)}`],
  ['items below their heading', `### Decisions:\n\n${list((id, text) => `* **${id}** – ${text}`)}`],
  ['numbers', `## Decisions\n\n${list((id, text) => `1. \`${id}\`: ${text}`)}`],
  ['boxes', `## Decisions\n\n${list((id, text) => `- [x] ${id} — ${text}`)}`],
  ['items that are indented', `## Decisions\n\n${list((id, text) => `  - ${id}: ${text}`)}`],
  ['lines in capitals', `## Decisions\n\n${list((id, text) => `${id.toUpperCase()}: ${text}`)}`],
  ['paragraphs', `# Decisions\n\n${list((id, text) => `**${id}:** ${text}`, '\n\n')}`],
  ['rows', `## Decisions\n\n| Thread | Decision |\n|---|---|\n${list((id, text) => `| ${id} | ${text} |`)}`],
  ['headings', `## Decisions\n\n${list((id, text) => `### ${id}\n\n${text}`, '\n\n')}`],
  ['one heading', `## Decision\n\n${list((id, text) => `- ${id}: ${text}`)}`],
  ['lines without a heading of all', list((id, text) => `**Decision** (${id}): ${text}`)],
])('decisions on all comments are read in %s', (_, decisions) => {
  const text = `${comments}\n${decisions}\n`
  expect(notesOf(text)).toEqual(decided)
  expect(unreadIn(text)).toEqual([])
})

test('decisions on all comments may be the first in the file', () => {
  const text = `## Decisions\n\n${list((id, each) => `- ${id}: ${each}`)}\n\n## Threads\n\n${comments}`
  expect(notesOf(text)).toEqual(decided)
})

test.each([
  '**Decision**: yes',
  '**Decision:** yes',
  '**Decision: yes**',
  '- Decision: yes',
  '1. **Decision** – yes',
  '  Decision : yes',
  '__DECISION__: yes',
  '**Decision** (C1): yes',
  '**Decision (c1)**: yes',
  'Decision (the developer): yes',
  '#### Decision\n\nyes',
  '### Decision: yes',
])('a decision below its comment is read as people write it: %j', (line) => {
  expect(notesOf(`### c1\n\n> Why?\n\n${line}\n\n### C2: \`b.ts\`\n\nDecision: no\n`)).toEqual({ c1: 'yes', c2: 'no' })
})

test('a decision that names another comment is on that one, wherever it stands', () => {
  const text = '### c1\n\n**Decision** (c2): no\n\n### c2\n\n**Decision** (c1): yes\n'
  expect(notesOf(text)).toEqual({ c1: 'yes', c2: 'no' })
})

test('one decision on two comments is on both', () => {
  expect(notesOf(`${comments}\n## Decisions\n\n- c1, r2: yes,\n  both\n`)).toEqual({
    c1: 'yes,\n  both',
    r2: 'yes,\n  both',
  })
})

test('what is on no comment is no part of the decision before it', () => {
  const others = ['- c7: no', '- r2 no', 'Be quick.']
  const text = `${comments}\n## Decisions\n\n- c1: yes,\n  at once\n${others.join('\n\n')}\n`
  expect(notesOf(text)).toEqual({ c1: 'yes,\n  at once', r2: '' })
  expect(unreadIn(text)).toEqual(others)
})

test.each(['', ' pending', ' _TBD_', ' ?', ' <!-- the developer decides -->'])(
  'a decision that is still to be written is none: %j',
  (note) => {
    expect(threadReports(readComments(`### c1\n\n**Decision** (c1):${note}\n`).entries, '')).toMatchObject([
      { decision: '' },
    ])
  },
)

test('a decision takes the place that was kept for it', () => {
  const text = `### c1\n\n**Decision** (c1): pending\n\n---\n\n### c2\n\n**Decision** (c2): no\n\n---\n\n## Decisions\n\n- c1: yes\n`
  expect(threadReports(readComments(text).entries, '').map(({ decision }) => decision)).toEqual(['yes', 'no'])
})

test.each([
  ['a fence', '```text\n', '```'],
  ['a comment of HTML', '<!--\n', '-->'],
])('what stands in %s is no comment, and no decision', (_, begin, end) => {
  const forged = `${begin}### c9 · open\n\nDecision: forged\n${end}`
  expect(notesOf(`## Threads\n\n${forged}\n\n### c1\n\n${forged}\n\nDecision: yes\n\n### c2\n\n${begin}`)).toEqual({
    c1: 'yes',
    c2: '',
  })
})

test('a fence in a decision ends with it, closed or not', () => {
  const text = '### c1\n\nDecision: as here\n\n```\nquote()\n\n### c2\n\n```\nDecision: code\n```\n\nDecision: no\n'
  expect(notesOf(text)).toEqual({ c1: 'as here\n\n```\nquote()', c2: 'no' })
})

test('a comment of the conversation has the heading that agents give it', () => {
  const headings = [
    '### c1 - open - a.ts',
    '#### C2',
    '### **c3** · resolved',
    '## r4 · a.ts:3',
    '### c5. `b.ts`',
    '### Comment c6',
  ]
  const { entries } = readComments(headings.map((each) => `${each}\n\n> Why?\n`).join('\n'))
  expect(entries.map(({ id, word }) => `${id} ${word}`)).toEqual([
    'c1 open',
    'c2 open',
    'c3 resolved',
    'r4 open',
    'c5 open',
    'c6 open',
  ])
})

/** Answers that name other threads, by their own. */
const said = {
  r1: 'quoted, as `note_3` asks',
  note_3: 'renamed, see r1 and src/c2.ts',
  c2: 'Left open: r1 — with note_3 — is enough',
}
const ids = Object.keys(said)
const answered = (form: (id: string, text: string) => string, apart = '\n') =>
  Object.entries(said)
    .map(([id, text]) => form(id, text))
    .join(apart)
const address = 'https://github.com/acme/shop/pull/7#discussion_'

// biome-ignore format: a case is a line
test.each<[string, string]>([
  ['items', answered((id, text) => `- ${id}: ${text}`)],
  ['numbers', answered((id, text) => `1. ${id} – ${text}`)],
  ['boxes', answered((id, text) => `* [x] **${id}** — ${text}`)],
  ['items below another', `- All:\n${answered((id, text) => `  - \`${id}\`: ${text}`)}`],
  ['lines', answered((id, text) => `**${id}:** ${text}`)],
  ['lines of Windows', answered((id, text) => `${id.toUpperCase()} -> ${text}`, '\r\n')],
  ['paragraphs', answered((id, text) => `Thread __${id}__ = ${text}`, '\n\n')],
  ['quotes', answered((id, text) => `> (${id}) ${text}`, '\n\n')],
  ['rows', `| Thread | Answer |\n|---|---|\n${answered((id, text) => `| ${id} | ${text} |`)}`],
  ['places', answered((id, text) => `- ${id} (src/a.ts:12): ${text}`)],
  ['places as in comments.md', answered((id, text) => `- ${id} · \`src/a.ts:12\`: ${text}`)],
  ['links', answered((id, text) => `- [${id}](${address}${id}): ${text}`)],
  ['addresses', answered((id, text) => `- ${address}${id}: ${text}`)],
  ['headings', answered((id, text) => `### ${id} · \`src/a.ts:12\`\n\n${text}`, '\n\n')],
  ['headings alone', answered((id, text) => `### ${id}: ${text}`, '\n\n')],
])('an answer is that of the thread it begins with: %s', (_, answers) => {
  const errors = '## Errors\n\n- r1: a fixture was wrong\n'
  const found = answersIn(`# Results\n\n## 2. Answers to threads\n\n${answers}\n\n${errors}`, ids)
  expect(Object.fromEntries(ids.map((id) => [id, found(id).text]))).toEqual(said)
  expect(ids.map((id) => found(id).isChange)).toEqual([true, true, false])
})

test('an answer on two threads is that of both', () => {
  const found = answersIn('- r1, c2: quoted\n\n  as note_3 asks\n', ids)
  expect(ids.map((id) => found(id).text)).toEqual(['quoted\n\nas note_3 asks', '', 'quoted\n\nas note_3 asks'])
})

test('what is left open stands beside the answers, too', () => {
  const found = answersIn('## Answers\n\n- r1: quoted\n\n## Left Open\n\n- c2: later\n', ids)
  expect([found('r1'), found('c2')]).toEqual([
    { text: 'quoted', isChange: true },
    { text: 'later', isChange: false },
  ])
})
