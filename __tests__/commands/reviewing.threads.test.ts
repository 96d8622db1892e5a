import { standing } from '../support/casting'
import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'

const comments = `# Review Comments

- Address: <https://example.org/pull/1>

## Open Threads

### r11 · open · \`src/a|b.ts:12\`

> Quote.

**Decision** (r11): yes,

and test it

### r12 · open, outdated · \`logo.png\`

**Decision** (r12):

## Resolved Threads

### r13 · resolved · \`src/c.ts:1\`
`
const files = { ...standing('PR_APPLIED_PENDING_ARCHIVE_G'), '.ai/task/comments.md': comments }
const results = '.ai/task/review-task-results.md'

test('tells which threads the results answer, and which not yet, and ends with 10 where some are left', () => {
  const folder = makeRepository({ ...files, [results]: '- r11: quoted\n' })
  const { stdout, exitCode } = spellHere(folder.path, ['reparo', '--list'])
  expect(exitCode).toBe(10)
  expect(stdout).toMatchInlineSnapshot(`
"| Thread | Place | Decision | State |
|---|---|---|---|
| r11 | src/a\\|b.ts:12 | yes, and test it | answered |
| r12 | logo.png (outdated) |  | open |
| r13 | src/c.ts:1 |  | resolved |

One open thread is not answered in \`.ai/task/review-task-results.md\` yet. Name each by its id there, with what was done or why not.
"
`)
})

const line = (thread: string) => `${JSON.stringify({ thread, after: 0, url: 'https://x', isResolved: false })}\n`

// biome-ignore format: a case is a line
test.each<[string, string, string, readonly string[], string]>([
  ['under review', '', '', [], 'Every open thread is answered. Once the review is archived and committed, `spell reparo --reply` shows the replies that are not posted yet.'],
  ['archived', 'pr-reviews/pr-review-1/', line('r11'), ['--work', 'task'], 'Every open thread is answered. Once this is committed, `spell reparo --reply --work task` shows the replies that are not posted yet.'],
  ['posted', 'pr-reviews/pr-review-1/', line('r11') + line('r12'), [], 'The reply to every open thread is posted.'],
])('ends with 0 where every open thread is answered: %s', (_, place, replies, args, told) => {
  const folder = makeRepository({
    ...standing('PR_APPLIED_PENDING_ARCHIVE_G'),
    [`.ai/task/${place}comments.md`]: comments,
    [`.ai/task/${place}review-task-results.md`]: '- r11: quoted\n- r12: left, it is gone\n',
    '.ai/task/pr-reviews/replies.jsonl': replies,
  })
  const { stdout, exitCode } = spellHere(folder.path, ['reparo', '--list', ...args])
  expect(stdout).toContain(told)
  expect(exitCode).toBe(0)
})

test('waits for no reply to a comment of the conversation', () => {
  const folder = makeRepository({
    ...standing('PR_APPLIED_PENDING_ARCHIVE_G'),
    '.ai/task/comments.md': `${comments}\n## Threads\n\n### c1 · open\n\n> Log it.\n`,
    [results]: '- r11: quoted\n- r12: left, it is gone\n- c1: logged\n',
    '.ai/task/pr-reviews/replies.jsonl': line('r11') + line('r12'),
  })
  expect(spellHere(folder.path, ['reparo', '--list']).stdout).toContain('The reply to every open thread is posted.')
})

test('names what shows the answers where the comments have come with a conversation', () => {
  const threads = '## Threads\n\n### c1 · open · a.ts:1\n\nWhy?\n'
  const answered = { [results]: '## Answers\n\n- c1: left, it is gone\n', '.ai/task/comments.md': threads }
  const folder = makeRepository({ ...files, ...answered })
  const end = 'Every open thread is answered. `spell report --short` shows the answers.\n'
  expect(spellHere(folder.path, ['reparo', '--list']).stdout).toMatch(new RegExp(`\\n\\n${end}$`))
  const { stderr, exitCode } = spellHere(folder.path, ['reparo', '--reply'])
  expect(stderr).toBe(
    'spell: The comments in .ai/task/comments.md were not fetched, so there is no thread to reply in.\n  fix: spell report --short\n',
  )
  expect(exitCode).toBe(3)
  expect(spellHere(folder.path, ['report', '--short']).stdout).toContain('left, it is gone')
})

test('ends with 10 if there are no results yet', () => {
  const { stdout, exitCode } = spellHere(makeRepository(files).path, ['reparo', '--list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'threads', ok: false, left: ['r11', 'r12'] })
  expect(exitCode).toBe(10)
})

test('says so if there is no open thread', () => {
  const folder = makeRepository({ '.ai/task/comments.md': '### r13 · resolved · `src/c.ts:1`\n' })
  expect(spellHere(folder.path, ['reparo', '--list']).stdout).toMatch(/\| resolved \|\n\nThere is no open thread\.\n$/)
})
