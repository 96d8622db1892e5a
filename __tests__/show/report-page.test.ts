import fc from 'fast-check'
import { compilePages } from '../../scripts/compile-templates'
import { reportMarkdown } from '../../src/show/report'
import { pageMark, reportPage } from '../../src/show/report-page'
import { anyHostileText, hostileTexts } from '../support/hostile-texts'
import { often } from '../support/proving'
import { nothing, sampleReport } from '../support/sample-report'

const texts = compilePages('templates/pages')
const page = (text: string, more = {}) => reportPage(sampleReport(text, more), text, texts)

/** The tags and attributes of a page, without what stands between them, and what is emphasised there. */
const skeleton = (html: string) =>
  (html.match(/<(?!\/?(?:em|strong)>)[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, ''))

describe('a page', () => {
  test('has the same elements, whatever is written in it', () => {
    const usual = skeleton(page('word'))
    fc.assert(
      fc.property(anyHostileText, (text) => {
        const word = `a${text.replace(/[`\n\r#]|^\s*[-+*\d]/g, '')}`
        expect(skeleton(page(word))).toEqual(usual)
      }),
      { numRuns: often(300) },
    )
  })

  test.each(hostileTexts)('makes nothing of %j that a browser would run or ask for', (text) => {
    const html = page(text)
    const tags = html.match(/<[^>]*>/g) ?? []
    expect(
      tags.filter((tag) => /<(?:script|img|iframe|a|object|form|base)\b|\son\w+=|\s(?:src|action)=/i.test(tag)),
    ).toEqual([])
    expect(tags.filter((tag) => /\shref=/.test(tag))).toEqual(['<link rel="icon" href="data:,">'])
    expect(html.match(/<\/style>/g)).toHaveLength(1)
  })

  test('allows nothing but its own style, by its policy', () => {
    expect(page('word')).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`,
    )
    expect(page('word').startsWith(pageMark)).toBe(true)
  })

  test('has a heading for each section, in order, and none for an empty one', () => {
    const headings = (html: string) => [...html.matchAll(/<h2 id="[a-z-]+-title">([^<]*)/g)].map(([, text]) => text)
    // biome-ignore format: in one paragraph
    expect(headings(page('word'))).toEqual([
      'Acceptance criteria', 'Criteria that were changed', 'Tasks', 'Changes', 'What the commands printed', 'Review', 'Decided by hand', 'What spell check finds', 'The path taken',
      'What can be said next',
    ])
    expect(headings(page('word', nothing))).toEqual(['The path taken'])
  })

  test('shows what is in backticks as code, in criteria and decisions as in results', () => {
    const { criteria } = sampleReport('word')
    const html = page('word', { criteria: criteria.map((each) => ({ ...each, text: '`shop <export>` prints' })) })
    expect(html).toContain('<code>shop &lt;export&gt;</code> prints')
  })

  test('has the way as a line, and the last steps folded below it', () => {
    const { way } = sampleReport('word')
    const states = ['Planning', 'Task draft'].map((title) => ({ state: title, title, visits: 2, first: '', last: '' }))
    expect(page('word', { way: { ...way, states } })).toMatch(
      /<p class="note">Planning ×2 → Task draft ×2<\/p>\s*<details><summary>the last 1 of 2 steps<\/summary>/,
    )
  })

  test('has a column for each wave of tasks, in which each says what it comes after', () => {
    const task = { achieved: '', status: 'open' } as const
    const html = page('word', {
      tasks: [
        { ...task, name: 'Orders', group: 'Items' },
        { ...task, id: 'csv', name: 'csv', group: 'Wave 1', status: 'done', dependsOn: [] },
        { ...task, id: 'help', name: 'Say it', group: 'Wave 2', dependsOn: ['csv', 'lost'] },
      ],
    })
    const [columns = ''] = /<div class="columns">[\s\S]*?<\/section>/.exec(html) ?? []
    expect(columns.match(/<h3>[^<]*/g)).toEqual(['<h3>Wave 1', '<h3>Wave 2'])
    expect(columns).toContain('help: Say it')
    expect(columns).toContain('after: <code>csv</code>, <code>lost</code> (not among these tasks)')
    expect(columns).not.toContain('Orders')
  })

  test('says whatever the Markdown says', () => {
    let count = 0
    const report = JSON.parse(JSON.stringify(sampleReport('word')).replace(/word/g, () => `word${++count}.`))
    const said = reportMarkdown(report).match(/word\d+\./g) ?? []
    expect(said.length).toBeGreaterThan(40)
    const html = reportPage(report, '', texts)
    expect(said.filter((word) => !html.includes(word))).toEqual([])
  })

  test('says by how much each list is cut', () => {
    const html = page('word')
    expect(html).toContain('1 earlier is left out; <code>spell history</code> has all.')
    expect(html).toContain('1 more is left out; <code>spell check</code> has all.')
  })
})
