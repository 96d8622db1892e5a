import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { reportMarkdown, writeUserPage } from '../../src/show/report'
import { makeFolder } from '../support/folder'
import { type Node, nodes, parseGfm } from '../support/gfm'
import { anyHostileText } from '../support/hostile-texts'
import { failing, testOnPosix } from '../support/posix'
import { oftenAtNight } from '../support/proving'
import { sampleReport } from '../support/sample-report'

const mark = '<!doctype html>\n<!-- mark -->\n'
const write = (root: string, file: string, text = 'new') =>
  writeUserPage(root, join(root, file), `${mark}${text}`, mark, 'spell report', 'part')

test('a page is written, and an earlier one replaced', () => {
  const root = makeFolder({ 'b.html': `${mark}old`, 'empty.html': '' })
  for (const file of ['a.html', 'b.html', 'empty.html']) write(root.path, file)
  expect(readdirSync(root.path).sort()).toEqual(['a.html', 'b.html', 'empty.html'])
  for (const file of ['a.html', 'b.html', 'empty.html']) expect(root.read(file)).toBe(`${mark}new`)
})

test('a page can be written outside of the root', () => {
  const [root, other] = [makeFolder(), makeFolder()]
  writeUserPage(root.path, join(other.path, 'a.html'), mark, mark, 'spell report', 'part')
  expect(other.read('a.html')).toBe(mark)
})

test.each<[string, string, string]>([
  ['another file', '.ai/task/state.json', 'not-a-page'],
  ['a folder', '.ai/task', 'not-a-file'],
  ['a folder that is not there', 'no/a.html', 'no-such-folder'],
])('%s is refused, and nothing changes', async (_, file, code) => {
  const root = makeFolder({ '.ai/task/state.json': '{}' })
  expect(await failing(() => write(root.path, file))).toMatchObject({ code })
  expect(root.contents()).toEqual({ '.ai/task/state.json': '{}' })
})

testOnPosix('a link is not followed, wherever it leads', async () => {
  const [root, other] = [makeFolder({ 'b.html': mark }), makeFolder()]
  mkdirSync(join(root.path, 'inside'))
  symlinkSync(join(root.path, 'b.html'), join(root.path, 'a.html'))
  symlinkSync(other.path, join(root.path, 'out'))
  symlinkSync(join(root.path, 'inside'), join(root.path, 'in'))
  expect(await failing(() => write(root.path, 'a.html'))).toMatchObject({ code: 'link-in-the-way' })
  expect(await failing(() => write(root.path, 'out/a.html'))).toMatchObject({ code: 'link-outside' })
  write(root.path, 'in/a.html')
  expect(root.read('inside/a.html')).toBe(`${mark}new`)
  symlinkSync(join(root.path, 'b.html'), join(other.path, 'c.html'))
  expect(
    await failing(() => writeUserPage(root.path, join(other.path, 'c.html'), mark, mark, 'spell report', 'part')),
  ).toMatchObject({ code: 'link-in-the-way' })
  expect(root.read('b.html')).toBe(mark)
})

/** The kinds of nodes, as a tree without what is in a line. */
const blocks = ({ type, children = [] }: Node): unknown =>
  ['paragraph', 'heading', 'tableCell'].includes(type) ? type : [type, children.map(blocks)]

/** What keeps GitHub from making a link of a text, and what folds the output of a command. */
const ownHtml = /^(?:<!-- -->|<details(?: open)?><summary><code>[^<>]*<\/code>: [^<>]*<\/summary>|<\/details>)$/

test('the first line is the verdict', () => {
  expect(reportMarkdown(sampleReport('a')).split('\n')[0]).toBe('Not complete: a')
})

test('what is in backticks is code, in criteria as in results', () => {
  const { criteria } = sampleReport('word')
  const more = { criteria: criteria.map((each) => ({ ...each, text: '`shop <export>` prints @all' })) }
  expect(reportMarkdown(sampleReport('word', more))).toContain(
    '- ✓ proven: `shop <export>` prints @<!-- -->all: word\n',
  )
})

test('what users wrote stands there as they wrote it: emphasised, with a number, with two spaces in code', () => {
  const text = '1. **two** spaces, `5  m`'
  const criteria = sampleReport('word').criteria.map((each) => ({ ...each, text, evidence: '' }))
  const short = reportMarkdown(sampleReport('word', { criteria, title: 'A **bold** plan' }), 'short')
  expect(short).toContain(`- ✓ proven: ${text}\n`)
  expect(short).toContain('\nA **bold** plan (')
})

test('what a command has printed stands there once, with all that came of it', () => {
  const [criterion] = sampleReport('a').criteria
  const [run] = criterion?.commands ?? []
  if (!criterion || !run) throw new Error('The sample has no command.')
  const runs = [
    { ...run, time: '2026-08-20T15:31:00Z', output: ['newer'] },
    { ...run, result: 'passed', outcome: 'passed' as const, output: ['older'] },
  ]
  const text = reportMarkdown(sampleReport('a', { criteria: runs.map((one) => ({ ...criterion, commands: [one] })) }))
  expect(text.match(/<summary>.*<\/summary>/g)).toEqual(['<summary><code>a</code>: failed, exit 1; passed</summary>'])
  expect(text).toContain('    newer')
  expect(text).not.toContain('    older')
})

test('the document has the same parts, whatever is written in it', () => {
  const usual = blocks(parseGfm(reportMarkdown(sampleReport('word'))))
  fc.assert(
    fc.property(anyHostileText, (text) => {
      // The text of an agent may have headings and items; here the rest counts.
      const word = `a${text.replace(/[`~\n\r#]|^\s*[-+*\d]/g, '')}`
      const tree = parseGfm(reportMarkdown(sampleReport(word)))
      expect(blocks(tree)).toEqual(usual)
      const kinds = [...nodes(tree)]
        .filter(({ type, value = '' }) => type !== 'html' || !ownHtml.test(value))
        .map(({ type }) => type)
      expect(
        kinds.filter((kind) => ['html', 'link', 'image', 'footnoteReference', 'definition'].includes(kind)),
      ).toEqual([])
    }),
    { numRuns: oftenAtNight(300) },
  )
})

test('the short form of ten criteria, with long lists, has at most sixty lines', () => {
  const sample = sampleReport('a')
  const many = <Item>(item: Item | undefined) =>
    Array.from({ length: 30 }, () => item).filter((each) => each !== undefined)
  const { changes, threads } = sample
  const criteria = many(sample.criteria[0])
    .slice(0, 10)
    .map((each) => ({ ...each, commands: each.commands.slice(0, 1) }))
  const long = {
    ...sample,
    criteria,
    threads: many(threads[0]),
    notSolved: many('emoji'),
    changes: changes && { ...changes, commits: many(changes.commits[0]), files: many(changes.files[0]) },
  }
  const text = reportMarkdown(long, 'short')
  expect(text.split('\n').length).toBeLessThanOrEqual(60)
  expect(text).toMatch(/uncommitted changes included: 31 commits, 31 files\./)
})

test('in short it says what is not solved; whole, the results of each task have their beginning', () => {
  const [task] = sampleReport('a').tasks
  const tasks = [{ ...(task ?? []), achieved: 'much '.repeat(1000) }] as never
  const report = sampleReport('a', { tasks, notSolved: ['emoji', 'much '.repeat(100)] })
  expect(reportMarkdown(report, 'short')).toMatch(/### Not solved\n\n- emoji\n- (?:much )+\w* ?…\n\n/)
  expect(reportMarkdown(report)).toMatch(/(?:much )+\w* …/)
})

test('what a failed command has printed is open, that of a passed one folded', () => {
  const [criterion] = sampleReport('a').criteria
  const printed = (outcome: 'failed' | 'passed') => {
    const commands = criterion?.commands.slice(0, 1).map((run) => ({ ...run, outcome })) ?? []
    return reportMarkdown(sampleReport('a', { criteria: criterion ? [{ ...criterion, commands }] : [] }))
  }
  expect(printed('failed')).toContain('<details open><summary>')
  expect(printed('passed')).toContain('<details><summary>')
})
