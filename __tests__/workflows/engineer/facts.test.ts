import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { trials } from '../../../src/engine/assignments'
import type { Facts } from '../../../src/engine/definition'
import type { Settings } from '../../../src/workflow/settings'
import type { Probe } from '../../../src/workflow/transition'
import { domain, facts, guards, lists, possible, probes } from '../../../src/workflows/engineer/facts'
import { combinations } from '../../support/combinations'
import { often, some } from '../../support/proving'

const settings: Pick<Settings, 'atlassian'> = { atlassian: { hosts: [] } }
const factsOf = (probe: Probe): Facts => facts(probe, settings, {})
const jira = 'https://acme.atlassian.net/browse'

test('of files that may be a template only a short text is read, of results none', () => {
  expect(probes).toEqual({
    '.ai/task/context.md': 'text',
    '.ai/task/plan.md': 'text',
    '.ai/task/.atlassian-refs': 'text',
    '.ai/task/task.md': 'short text',
    '.ai/task/task-results.md': 'content',
    '.ai/task/comments.md': 'short text',
    '.ai/task/review-task.md': 'short text',
    '.ai/task/review-task-results.md': 'content',
  })
})

const template = readFileSync('templates/engineer/files/.ai/task/task.md', 'utf8')

describe('a task is still its template', () => {
  const isTemplate = (text: string | true) => factsOf({ '.ai/task/task.md': text }).template

  test.each([
    ['as it was created', template],
    ['with the line endings of Windows', template.replaceAll('\n', '\r\n')],
    ['with a name alone', template.replace('untitled', 'header-row')],
    ['after a formatter', template.replaceAll(/\n\n+/g, '\n')],
    ['with a comment in which another begins', `${template}<!-- a <!-- b -->\n`],
    ['with a comment of several lines', `${template}<!-- a\nb -->\n`],
  ])('%s', (_, text) => {
    expect(isTemplate(text)).toBe(true)
  })

  test.each<[string, string | true]>([
    ['with a sentence', `${template}\nWrite the header row.\n`],
    ['too long for a template', true],
    ['if spell did not write it: it is empty', ''],
    ['if spell did not write it: a heading is enough', '# Write the header row\n'],
    ['with comments that are never closed', template + '<!-- '.repeat(3000)],
    ['with text after a comment', `${template}<!-- a --> said\n`],
    ['with code that looks like a heading', `${template}\n    # install\n`],
    ['with seven marks', `${template}####### Task\n`],
  ])('but not %s', (_, text) => {
    expect(isTemplate(text)).toBe(false)
  })
})

test.each([
  ['ACHIEVE_TASK_DRAFTING', 'drafting'],
  ['ACHIEVE_TASK_EXECUTED', 'executed'],
  ['ACHIEVE_COMPLETE', 'complete'],
  ['anything', 'unknown'],
  [undefined, 'unknown'],
])('a review that began in %s began %s', (from, began) => {
  expect(facts({}, settings, { review_from: from }).began).toBe(began)
})

describe.each([
  ['contextLinks', '.ai/task/context.md'],
  ['planLinks', '.ai/task/plan.md'],
] as const)('%s of %s are', (fact, path) => {
  const text = `See ${jira}/A-1 and ${jira}/A-2.`

  test.each([
    ['none if there is no link', 'No https://example.com/ here', undefined, 'none', []],
    ['new if none has been fetched', text, undefined, 'new', [`${jira}/A-1`, `${jira}/A-2`]],
    ['new where one of them has not been fetched', text, `${jira}/A-1\n`, 'new', [`${jira}/A-2`]],
    ['done where all have been fetched', text, `${jira}/A-2\n${jira}/A-1\n`, 'done', []],
    ['new where a longer one is fetched', `${jira}/A-1`, `${jira}/A-12\n`, 'new', [`${jira}/A-1`]],
    ['read through Windows line ends', text, `${jira}/A-1\r\n${jira}/A-2\r\n`, 'done', []],
    ['read between other lines', text, `# fetched\n${jira}/A-2\n${jira}/B-7\n${jira}/A-1`, 'done', []],
  ])('%s', (_, links, refs, state, unfetched) => {
    const probe = { [path]: links, ...(refs !== undefined && { '.ai/task/.atlassian-refs': refs }) }
    expect(factsOf(probe)[fact]).toBe(state)
    expect(lists[fact](probe, settings)).toEqual(unfetched)
  })

  test('also those of a host in the settings', () => {
    const own = { ...settings, atlassian: { hosts: ['jira.example.com'] } }
    const probe = { [path]: 'https://jira.example.com/browse/A-1' }
    expect(factsOf(probe)[fact]).toBe('none')
    expect(facts(probe, own, {})[fact]).toBe('new')
    expect(lists[fact](probe, own)).toEqual(['https://jira.example.com/browse/A-1'])
  })
})

describe('what the proof tries is what can be:', () => {
  const line = fc.constantFrom('- [ ] fast', '- [x] safe', '- [ ]', 'text', `${jira}/A-1`, `${jira}/A-2`, '```')
  const text = fc.option(
    fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    { nil: undefined },
  )
  const presence = fc.constantFrom(true as const, undefined)
  const anyProbe: fc.Arbitrary<Probe> = fc.record(
    Object.fromEntries(
      Object.entries(probes).map(([path, need]) => [
        path,
        need === 'text' ? text : need === 'short text' ? fc.oneof(text, presence) : presence,
      ]),
    ),
  )
  /** What the work remembers where a review began so. */
  const contextOf = (began: unknown) => {
    const states: Readonly<Record<string, string>> = {
      drafting: 'ACHIEVE_TASK_DRAFTING',
      executed: 'ACHIEVE_TASK_EXECUTED',
      complete: 'ACHIEVE_COMPLETE',
    }
    return { review_from: states[String(began)] }
  }
  /** More of the same thing than the domain goes up to counts as the most that it has. */
  const inDomain = (found: Facts): Facts => ({
    ...found,
    criteria: Math.min(2, Number(found.criteria)),
    openCriteria: Math.min(2, Number(found.openCriteria)),
  })
  const key = (found: Facts) => JSON.stringify(Object.entries(found).sort())
  const anyWorld = fc
    .record(
      Object.fromEntries(
        Object.entries(domain).map(([fact, values]) => [fact, fc.constantFrom<Facts[string]>(...values)]),
      ),
    )
    .filter(possible)

  test('every folder is one of the possible worlds', () => {
    fc.assert(
      fc.property(anyProbe, fc.constantFrom(...domain.began), (probe, began) => {
        const world = inDomain(facts(probe, settings, contextOf(began)))
        expect(possible(world)).toBe(true)
        for (const [fact, values] of Object.entries(domain)) expect(values).toContain(world[fact])
      }),
      { numRuns: often(1000) },
    )
  })

  test('every possible world is a folder', () => {
    const links = (kind: unknown, id: string) => (kind === 'none' ? [] : [`${jira}/${id}`])
    const boxes = (world: Facts) =>
      Array.from({ length: Number(world.criteria) }, (_, index) =>
        index < Number(world.openCriteria) ? '- [ ] open' : '- [x] met',
      )
    const folderOf = (world: Facts): Probe => ({
      '.ai/task/context.md': world.context ? links(world.contextLinks, 'C-1').join('\n') : undefined,
      '.ai/task/plan.md': world.plan ? [...links(world.planLinks, 'P-1'), ...boxes(world)].join('\n') : undefined,
      '.ai/task/task.md': world.task ? (world.template ? template : 'Write the header row.\n') : undefined,
      '.ai/task/task-results.md': world.results ? true : undefined,
      '.ai/task/comments.md': world.comments ? true : undefined,
      '.ai/task/review-task.md': world.reviewTask ? (world.reviewTemplate ? template : true) : undefined,
      '.ai/task/review-task-results.md': world.reviewResults ? true : undefined,
      '.ai/task/.atlassian-refs': [
        ...(world.contextLinks === 'done' ? links('done', 'C-1') : []),
        ...(world.planLinks === 'done' ? links('done', 'P-1') : []),
      ].join('\n'),
    })
    const foundIn = (world: Facts) => facts(folderOf(world), settings, contextOf(world.began))
    // What is proven, what the settings ask for, and what is handed over, no file of the workflow says.
    const ofFiles = { ...domain, proof: ['complete'], missingCommand: [false], handedOver: [false] }
    const impossible = some(combinations(ofFiles).filter(possible)).filter(
      (world) => key(foundIn(world)) !== key(world),
    )
    expect(impossible).toEqual([])
  })

  test('no condition tells two criteria from more', () => {
    const many = fc.integer({ min: 2, max: 1000 })
    fc.assert(
      fc.property(anyWorld, many, many, (world, criteria, openCriteria) => {
        const more = {
          ...world,
          criteria: world.criteria === 2 ? criteria : Number(world.criteria),
          openCriteria: world.openCriteria === 2 ? openCriteria : Number(world.openCriteria),
        }
        for (const holds of Object.values(guards)) expect(holds(more)).toBe(holds(world))
      }),
    )
  })

  test('every condition holds in one possible world and not in another', () => {
    const isSo = (asked: (world: Facts) => boolean) => [...trials(domain, asked)].some(({ answer }) => answer)
    const idle = Object.entries(guards).filter(
      ([, holds]) =>
        !isSo((world) => holds(world) && possible(world)) || !isSo((world) => !holds(world) && possible(world)),
    )
    expect(idle).toEqual([])
  })
})
