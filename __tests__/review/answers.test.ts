import { answersIn } from '../../src/review/answers'

/** Answers that name other threads, by their own. */
const said = {
  r1: 'quoted, as `note_3` asks',
  note_3: 'renamed, see r1 and src/c2.ts',
  c2: 'Left open: r1 — with note_3 — is enough',
}
const ids = Object.keys(said)
const list = (form: (id: string, text: string) => string, apart = '\n') =>
  Object.entries(said)
    .map(([id, text]) => form(id, text))
    .join(apart)
const address = 'https://github.com/acme/shop/pull/7#discussion_'

// biome-ignore format: a case is a line
test.each<[string, string]>([
  ['items', list((id, text) => `- ${id}: ${text}`)],
  ['numbers', list((id, text) => `1. ${id} – ${text}`)],
  ['boxes', list((id, text) => `* [x] **${id}** — ${text}`)],
  ['items below another', `- All:\n${list((id, text) => `  - \`${id}\`: ${text}`)}`],
  ['lines', list((id, text) => `**${id}:** ${text}`)],
  ['lines of Windows', list((id, text) => `${id.toUpperCase()} -> ${text}`, '\r\n')],
  ['paragraphs', list((id, text) => `Thread __${id}__ = ${text}`, '\n\n')],
  ['quotes', list((id, text) => `> (${id}) ${text}`, '\n\n')],
  ['rows', `| Thread | Answer |\n|---|---|\n${list((id, text) => `| ${id} | ${text} |`)}`],
  ['places', list((id, text) => `- ${id} (src/a.ts:12): ${text}`)],
  ['places as in comments.md', list((id, text) => `- ${id} · \`src/a.ts:12\`: ${text}`)],
  ['links', list((id, text) => `- [${id}](${address}${id}): ${text}`)],
  ['addresses', list((id, text) => `- ${address}${id}: ${text}`)],
  ['headings', list((id, text) => `### ${id} · \`src/a.ts:12\`\n\n${text}`, '\n\n')],
  ['headings alone', list((id, text) => `### ${id}: ${text}`, '\n\n')],
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
