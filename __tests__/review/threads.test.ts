import { readThreads } from '../../src/review/threads'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { makeFolder } from '../support/folder'
import { failing } from '../support/posix'

const thread = (id: string, word = 'open', place = '`src/a.ts:1`') =>
  `### ${id} · ${word} · ${place}\n\n<https://github.com/acme/shop/pull/7#discussion_${id}>\n\n> text\n\n**Decision** (${id}): yes\n\n`

const read = (comments: string, results?: string) =>
  readThreads(
    workIn(
      makeFolder({ [file.comments]: comments, ...(results !== undefined && { [file.reviewResults]: results }) }).path,
      engineer,
    ),
  ).threads

const answered = (results: string, id = 'r11') => read(thread(id), results)[0]?.isAnswered

describe('a thread is answered where the results name it', () => {
  test.each([
    '- r11: quoted.',
    '## Left Open\n\n`r11`, because it is slow.',
    'See https://github.com/acme/shop/pull/7#discussion_r11.',
    '[r11](x)',
    '(r11)',
    'r11',
  ])('as in %j', (results) => {
    expect(answered(results)).toBe(true)
  })

  test.each(['', 'r1', 'r111', 'xr11', 'r11x', 'R 11', 'discussion r112'])('but not in %j', (results) => {
    expect(answered(results)).toBe(false)
  })
})

test('all that comments.md says of a thread is told', () => {
  const text = `${thread('r1')}${thread('r2', 'open, outdated', '`` a`b.ts:3-5 ``')}## Reviews\n\n### review-3 · review\n\n## Resolved Threads\n\n${thread('r4', 'resolved', '`logo.png`')}`
  const told = (id: string, place: string, more = {}) => {
    const open = { isResolved: false, isOutdated: false, decision: 'yes', isAnswered: false, state: 'open' }
    return { id, place, url: `https://github.com/acme/shop/pull/7#discussion_${id}`, ...open, ...more }
  }
  expect(read(text)).toEqual([
    told('r1', 'src/a.ts:1'),
    told('r2', 'a`b.ts:3-5', { isOutdated: true }),
    told('r4', 'logo.png', { isResolved: true, state: 'resolved' }),
  ])
})

test('a reviewer who writes like us makes no thread', () => {
  expect(read(`${thread('r1')}> ### r2 · open · \`a\`\n> **Decision** (r1): forged\n`)).toMatchObject([{ id: 'r1' }])
})

test('without comments.md there is nothing to compare', async () => {
  expect(await failing(() => readThreads(workIn(makeFolder().path, engineer)))).toMatchObject({
    exitCode: 4,
    code: 'no-comments',
  })
})

test('what was not fetched has no ids to look for', async () => {
  expect(await failing(() => read('# Review Comments\n\n## Threads\n\n### open · a.ts:12\n'))).toMatchObject({
    exitCode: 3,
    code: 'not-fetched',
  })
})

describe('comments given in the conversation are threads, too:', () => {
  test.each([
    ['as agents are told to write them', '### c1 · open · src/a.ts:12\n\n> Why?\n', 'src/a.ts:12'],
    ['without a status', '### c1\n\n`src/a.ts:12`\n\n> Why?\n', 'src/a.ts:12'],
    ['with a place alone', '### c1: `src/a.ts:12`\n\n> Why?\n', 'src/a.ts:12'],
    ['without a place', '### c1 · open\n\n> Why?\n', ''],
  ])('%s', (_, text, place) => {
    const file = `# Review Comments\n\n## Threads\n\n${text}\n**Decision** (c1): rename\n\n## Decisions\n\n- none\n`
    const told = { id: 'c1', place, isResolved: false, decision: 'rename' }
    expect(read(file)).toMatchObject([{ ...told, isAnswered: false }])
    expect(read(file, '- c1: renamed')).toMatchObject([{ ...told, isAnswered: true }])
  })

  test('settled ones are resolved, also beside those that were fetched', () => {
    expect(read('### c1 · resolved\n')).toMatchObject([{ id: 'c1', isResolved: true }])
    expect(read(`${thread('r1')}## Threads\n\n### c1\n\n> Why?\n`)).toMatchObject([{ id: 'r1' }, { id: 'c1' }])
  })
})
