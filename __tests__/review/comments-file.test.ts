import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { frontmatter } from 'micromark-extension-frontmatter'
import { type Gathered, sections, writeComments } from '../../src/review/comments-file'
import { oneLine, quote } from '../../src/review/quote'
import { lastLineOf, notesIn, readComments } from '../../src/review/read-comments'
import { type Remark, type Review, type Thread, withoutMark } from '../../src/review/review'
import { visible } from '../../src/text/markdown/visible'
import { anyOfPieces, hidingTexts } from '../support/hostile-texts'
import { often } from '../support/proving'
import { textWithUnseen, unseenIn } from '../support/unseen'

const time = '2026-08-20T15:30:00Z'
const none: ReadonlyMap<string, string> = new Map()

const remark = (id: string, text: string, more: Partial<Remark> = {}): Remark => ({
  id,
  url: `https://github.com/acme/shop/pull/7#discussion_${id}`,
  author: 'kim',
  time: '2026-08-19T10:12:00Z',
  edited: false,
  isDraft: false,
  isOwn: false,
  node: 'NODE',
  text,
  ...more,
})

const thread = (id: string, text: string, more: Partial<Thread> = {}): Thread => ({
  id,
  node: `PRRT_${id}`,
  url: `https://github.com/acme/shop/pull/7#discussion_${id}`,
  path: 'src/export.ts',
  lines: '12',
  isResolved: false,
  isOutdated: false,
  remarks: [remark(id, text)],
  ...more,
})

const review = (more: Partial<Review> = {}): Review => ({
  pullRequest: {
    on: 'GitHub',
    node: 'PR',
    repository: 'acme/shop',
    number: 7,
    title: 'Export orders',
    url: 'https://github.com/acme/shop/pull/7',
    state: 'open',
    author: 'dev',
    head: 'export',
    base: 'main',
    commit: 'a'.repeat(40),
  },
  threads: [],
  summaries: [],
  comments: [],
  ...more,
})

const write = (more: Partial<Review>, notes = none, gone = false) =>
  writeComments({ review: review(more) }, time, notes, gone)

describe('comments.md', () => {
  test('has a header, open threads first, and the resolved ones briefly', () => {
    const text = write({
      threads: [
        thread('r1', 'Done.', { isResolved: true, resolvedBy: 'lee' }),
        thread('r2', 'Why?', {
          isOutdated: true,
          remarks: [remark('r2', 'Why?'), remark('r3', 'Because.', { edited: true })],
        }),
      ],
      summaries: [remark('review-4', 'Nearly.', { verdict: 'changes requested' })],
      comments: [remark('comment-5', 'Thanks!', { author: 'dependabot[bot]', hidden: 'OFF_TOPIC' })],
    })
    expect(text).toMatchInlineSnapshot(`
"# Review Comments

- Pull request: #7 \`Export orders\` by dev in \`acme/shop\`, open
- Address: <https://github.com/acme/shop/pull/7>
- Branch: \`export\` into \`main\`
- Head commit: \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`
- Threads: 1 open (1 outdated), 1 resolved
- Fetched: 2026-08-20T15:30:00Z

Write what you want done after each **Decision**; it stays when the comments are fetched again.

## Open Threads

### r2 · open, outdated · \`src/export.ts:12\`

<https://github.com/acme/shop/pull/7#discussion_r2>

**kim** · 2026-08-19 10:12 UTC:

> Why?

**kim** · 2026-08-19 10:12 UTC, edited:

> Because.

**Decision** (r2):

## Reviews

### review-4 · review · changes requested

<https://github.com/acme/shop/pull/7#discussion_review-4>

**kim** · 2026-08-19 10:12 UTC:

> Nearly.

**Decision** (review-4):

## Comments

### comment-5 · comment

<https://github.com/acme/shop/pull/7#discussion_comment-5>

**dependabot\\[bot]** · 2026-08-19 10:12 UTC, hidden on GitHub: off topic:

> Thanks!

**Decision** (comment-5):

## Resolved Threads

### r1 · resolved · \`src/export.ts:12\`

**kim** · 2026-08-19 10:12 UTC, resolved by lee: <https://github.com/acme/shop/pull/7#discussion_r1>

> Done."
`)
  })

  test('says so if there is no pull request', () => {
    const gathered: Gathered = { request: 'pull request', branch: 'ex`port', repository: 'acme/shop' }
    expect(writeComments(gathered, time, none, false)).toMatchInlineSnapshot(`
"# Review Comments

There is no pull request of the branch \`\` ex\`port \`\` in \`acme/shop\`.

- Fetched: 2026-08-20T15:30:00Z"
`)
  })

  test('says so if there is no remark', () => {
    expect(write({})).toContain('\n\nThe pull request has no comment.')
  })

  test('says when the pull request has ended', () => {
    const { pullRequest } = review()
    const merged = { ...pullRequest, state: 'merged', ended: '2026-08-19T10:12:00Z' }
    expect(write({ pullRequest: merged })).toContain('in `acme/shop`, merged since 2026-08-19 10:12 UTC\n')
  })

  test('keeps suggestions as blocks of code', () => {
    const text = write({ threads: [thread('r1', 'Quote:\r\n```suggestion\r\n\tquote(field)\r\n```')] })
    const quotes = fromMarkdown(text).children.flatMap((node) => (node.type === 'blockquote' ? node.children : []))
    expect(quotes).toMatchObject([{ type: 'paragraph' }, { type: 'code', lang: 'suggestion', value: '\tquote(field)' }])
  })
})

describe('what the developer has written', () => {
  const notes = new Map([
    ['r1', 'yes'],
    ['r2', 'No, because:\n\n- it is slow\n\n```\n## Reviewed\n```'],
    ['r9', 'gone'],
  ])
  const threads = [thread('r1', 'a'), thread('r2', 'b', { isResolved: true }), thread('r3', 'c')]

  test('stands under its thread, also under one that is resolved', () => {
    const text = write({ threads }, notes)
    expect(text).toContain('**Decision** (r1): yes\n')
    expect(notesIn(readComments(text))).toEqual(new Map([...notes].slice(0, 2)))
  })

  test('stays where its thread is gone', () => {
    const text = write({ threads }, notes, true)
    expect(text).toContain(`## ${sections.gone}\n\n### r9 · gone\n\n**Decision** (r9): gone`)
    expect(notesIn(readComments(text))).toEqual(notes)
  })
})

const remarks = (prefix: string) =>
  fc
    .array(
      fc.record({
        author: anyOfPieces,
        time: anyOfPieces,
        url: anyOfPieces,
        text: anyOfPieces,
        verdict: anyOfPieces,
        hidden: anyOfPieces,
        edited: fc.boolean(),
        isDraft: fc.boolean(),
        isOwn: fc.boolean(),
      }),
      { maxLength: 3 },
    )
    .map((list) => list.map((one, index): Remark => ({ ...one, node: 'NODE', id: `${prefix}${index}` })))

const reviews = fc
  .record({
    title: anyOfPieces,
    head: anyOfPieces,
    base: anyOfPieces,
    commit: anyOfPieces,
    author: anyOfPieces,
    url: anyOfPieces,
    said: fc.array(
      fc.tuple(remarks('r'), anyOfPieces, fc.option(anyOfPieces, { nil: undefined }), fc.boolean(), fc.boolean()),
      { maxLength: 3 },
    ),
    summaries: remarks('review-'),
    comments: remarks('comment-'),
  })
  .map(
    ({ title, head, base, commit, author, url, said, summaries, comments }): Review => ({
      pullRequest: { ...review().pullRequest, title, head, base, commit, author, url },
      threads: said.flatMap(([list, path, resolvedBy, isResolved, isOutdated], index) => {
        if (!list[0]) return []
        const rest = { isResolved, isOutdated, ...(resolvedBy && { resolvedBy }) }
        return [{ id: `r${index}`, node: 'PRRT', url: list[0].url, path, remarks: list, ...rest }]
      }),
      summaries,
      comments,
    }),
  )

describe('whatever a user writes on GitHub', () => {
  const ours: readonly string[] = ['Review Comments', ...Object.values(sections)]

  test('the headings and the blocks of the document are ours', () => {
    fc.assert(
      fc.property(reviews, (given) => {
        const text = `${writeComments({ review: given }, time, none, false)}\n\n${lastLineOf('0'.repeat(64))}\n`
        const { children } = fromMarkdown(text, {
          extensions: [frontmatter()],
          mdastExtensions: [frontmatterFromMarkdown()],
        })
        const expected = given.threads.length + given.summaries.length + given.comments.length
        const headings = children.flatMap((node) => (node.type === 'heading' ? [node] : []))
        expect(headings.filter(({ depth }) => depth === 3)).toHaveLength(expected)
        for (const { depth, children: inside } of headings) {
          if (depth !== 3) expect(ours).toContain(inside.map((node) => ('value' in node ? node.value : '')).join(''))
        }
        expect(children.filter(({ type }) => type === 'html')).toHaveLength(1)
        expect(children.filter(({ type }) => type === 'list')).toHaveLength(1)
        const others = children.filter(
          ({ type }) => !['heading', 'paragraph', 'blockquote', 'list', 'html'].includes(type),
        )
        expect(others).toEqual([])
        // Nothing of theirs stands as HTML or as a link in a line of ours.
        const lines = children.filter(({ type }) => type === 'paragraph' || type === 'heading' || type === 'list')
        expect(JSON.stringify(lines)).not.toMatch(/"type":"(html|image|definition|linkReference)"/)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(text).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\u200B\u2028\u202E]/)
      }),
      { numRuns: often(150) },
    )
  })

  test('the program finds its own sections in it, and nothing else', () => {
    fc.assert(
      fc.property(reviews, (given) => {
        const file = readComments(writeComments({ review: given }, time, none, false))
        const { threads, summaries, comments } = given
        const ids = [
          ...threads.filter(({ isResolved }) => !isResolved),
          ...summaries,
          ...comments,
          ...threads.filter(({ isResolved }) => isResolved),
        ]
        expect(file.entries.map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
        expect([...notesIn(file)]).toEqual([])
        expect(file.digest).toBeUndefined()
      }),
      { numRuns: often(150) },
    )
  })

  test('what the developer writes comes back, and changes nothing else', () => {
    const note = anyOfPieces.map((text) => text.replace(/\r\n?/g, '\n').replace(/^\s+|\s+$/g, ''))
    const isOurs = (text: string) => /^(### |## |<!-- fetched)/m.test(text)
    fc.assert(
      fc.property(reviews, note, (given, text) => {
        fc.pre(!isOurs(text))
        const ids = given.threads.map(({ id }) => id)
        const notes = new Map(text ? ids.map((id) => [id, text]) : [])
        const written = readComments(writeComments({ review: given }, time, notes, true))
        expect(notesIn(written)).toEqual(notes)
        if (given.threads.every(({ isResolved }) => !isResolved)) {
          expect(written.skeleton).toBe(readComments(writeComments({ review: given }, time, none, true)).skeleton)
        }
      }),
      { numRuns: often(150) },
    )
  })
})

test.each([
  ['a', '> a'],
  ['a\r\n\r\nb\rc', '> a\n>\n> b\n> c'],
  ['\n\na\n\n\n', '> a'],
  ['# a', '> # a'],
  ['---\na: b\n---', '> ---\n> a: b\n> ---'],
  ['```suggestion\n\ta < <b>\n```', '> ```suggestion\n> \ta < <b>\n> ```'],
  ['a && b, c[0] < 5 $', '> a && b, c[0] < 5 $'],
  ['', '>'],
])('%j is quoted as %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

// What is not linear takes minutes.
test.each([' ', '\n', '\r\n', '\t', '`', '<!-- spell reply r1 1 -->\n', '['])(
  'many of %j in a comment are read at once',
  (part) => {
    const text = `a${part.repeat(200_000)}b`
    expect(quote(text)).toMatch(/b$/m)
    expect(withoutMark({ text, isOwn: true } as Remark)).toEqual({ text, isPosted: false })
  },
)

test.each(hidingTexts)('%s is shown as it was written', (_, text) => {
  const [block] = fromMarkdown(quote(text)).children
  expect(block).toMatchObject({ type: 'blockquote', children: [{ type: 'code', value: text }] })
})

/** What a page shows of a document: the words between the marks. */
const shown = (node: Nodes): string => {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value
  return 'children' in node ? node.children.map(shown).join(' ') : ''
}
// biome-ignore format: in one paragraph
const parts = fc.constantFrom(
  '<!--', '-->', '<b', '>', '</b>', '[a]', '(b)', ': ', '!', '"', "'", '```', '~~~', '`', '  ', '    ', '- ', '1. ',
  '\n', '\n\n', '|', '---', '&lt;', '\\', '*', '_', '# ', '> ', '$', 'suggestion', '\t', '<?', '<![CDATA[',
)
const word = fc.stringMatching(/^x[a-e]{2}$/)

test('whatever others write, a page shows every word of it, in one quote', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, word), { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const { children } = fromMarkdown(quote(text))
      expect(children.map(({ type }) => type)).toEqual(['blockquote'])
      const page = shown(children[0] as Nodes).replace(/\s/g, '')
      for (const one of text.match(/x[a-e]{2}/g) ?? []) expect(page).toContain(one)
    }),
    { numRuns: often(3000) },
  )
})

test('and none of it is unseen', () => {
  fc.assert(
    fc.property(textWithUnseen, (text) => {
      expect(unseenIn(quote(text))).toEqual([])
      expect(quote(text)).toBe(quote(visible(text.replace(/\r\n?/g, '\n'))))
    }),
  )
})

test('a name becomes one line', () => {
  expect(oneLine(' a\r\n## b\u2028c\u202e ')).toBe('a ## b c[U+202E]')
})
