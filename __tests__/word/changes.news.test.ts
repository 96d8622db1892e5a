import fc from 'fast-check'
import { likelyBoxes } from '../../src/text/markdown/task-items'
import { agreedBy } from '../../src/word/agreement'
import { changesDocument } from '../../src/word/answer-part'
import { changesSince, shownBy } from '../../src/word/changes'
import { newsList } from '../../src/word/news-list'
import { planOf } from '../../src/word/plan-list'
import { type Proposal, proposalOf } from '../../src/word/proposal'
import type { AgreedBefore } from '../../src/work/history/agreed'
import { knownIn } from '../../src/work/known'
import { workIn } from '../../src/work/work'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import { engineer } from '../../src/workflows/engineer'
import { addProof, sampleProof } from '../support/add-proof'
import { castIn, standing } from '../support/casting'
import { makeFolder } from '../support/folder'

const planFile = '.ai/task/plan.md'

/** What there is to agree to in work with these documents, under the id `00000000`. */
async function proposal(plan?: string, context = '# Context\n'): Promise<Proposal> {
  const files = { '.ai/task/context.md': context, ...(plan !== undefined && { [planFile]: plan }) }
  const folder = makeFolder({ ...files, 'package.json': '{"scripts":{"test":"node --test"}}' })
  const found = await proposalOf(workIn(folder.path, engineer), { XDG_STATE_HOME: makeFolder().path })
  return { ...found, work: '00000000', commands: found.commands.map((each) => ({ ...each, work: '00000000' })) }
}

const agreedTo = ({ plan, open }: Proposal): AgreedBefore => ({
  criteria: plan?.known,
  open: new Set(open.map(({ key }) => key)),
})

/** What is listed of a plan that has become another one since the developer's last word. */
async function told(before: string, now: string | undefined, context?: string): Promise<string[]> {
  const proposed = await proposal(now, context)
  const news = changesSince(agreedTo(await proposal(before)), proposed)
  return news ? newsList(proposed, news, { word, listed: 'new', isSeen: true }).split('\n').filter(Boolean) : []
}

const word = '**Accio**'
const lead = 'New since your last word:'
const [a, b] = ['- [ ] A is exported\n', '- [ ] B is exported\n']
const runs = (text: string) => `  - run: \`${text}\`\n`
const many = Array.from({ length: 12 }, (_, index) => `- [ ] ${index}\n`).join('')
const questions = `# Context\n\nOrders are few (assumed).\n\n## Open questions\n\n- Who?\n- When?\n- Why?\n`

// biome-ignore format: a case is a line
test.each<[what: string, before: string, now: string | undefined, told: readonly string[], context?: string]>([
  ['nothing', a + b, b + a, []],
  ['a criterion that was added', a, a + b, [lead, '2. B is exported · new']],
  ['one that was reworded', a + b, a + b.replace('B', '`B`'), [lead, '2. `B` is exported · reworded']],
  ['some that are gone, whose texts were not kept', a + b, '', [lead, '- 2 criteria are gone']],
  ['a tick that no command shows', a, a.replace('[ ]', '[x]'), [lead, '1. A is exported · ticked, and no command shows it']],
  ['no tick that the developer has to confirm', `${a}  - by: developer\n`, `${a.replace('[ ]', '[x]')}  - by: developer\n`, []],
  ['all criteria, however many', '', many, ['The plan, all of it new:', ...Array.from({ length: 12 }, (_, index) => `${index + 1}. ${index}`)]],
  ['all assumptions and questions', a, a, [lead, '- Open: Who?', '- Open: When?', '- Open: Why?', '- Assumed: Orders are few (assumed).'], questions],
  ['other commands, as they will run', a + runs('true'), a + runs('npm test'), [
    lead, '1. A is exported · shown in another way',
    '   - `npm test`; runs `node --test`, from `package.json (scripts.test)`',
    'Your next **Accio** lets this command run, unless git brought it.',
  ]],
  ['one command for two criteria', a + b, a + runs('true') + b + runs('true'), [
    lead, '1. A is exported · shown in another way', '   - `true`', '2. B is exported · shown in another way', '   - `true`',
    'Your next **Accio** lets this command run, unless git brought it.',
  ]],
])('what is new is %s', async (_, before, now, expected, ...[context]) => {
  expect(await told(before, now, context)).toEqual(expected)
})

test('before any word all is new', async () => {
  const now = await proposal(a + runs('npm test') + runs('true'))
  const news = changesSince({ criteria: undefined, open: new Set() }, now)
  expect(news && newsList(now, news, { word, listed: 'whole', isSeen: true })).toBe(
    [
      'The plan, all of it new:',
      '',
      '1. A is exported',
      '   - `npm test`; runs `node --test`, from `package.json (scripts.test)`',
      '   - `true`',
      '',
      'Your next **Accio** lets these 2 commands run, unless git brought them.',
    ].join('\n'),
  )
  expect(JSON.parse(JSON.stringify(news && changesDocument(news)))).toMatchObject({
    added: ['A is exported'],
    commands: [{ text: 'npm test', folder: '', criterion: 'A is exported' }, { text: 'true' }],
  })
})

test('what the developer has confirmed is no news', async () => {
  const ticked = a.replace('[ ]', '[x]')
  const folder = makeFolder({ [planFile]: ticked, '.ai/.local/.gitignore': '*\n' })
  const [known = { criterion: '', commands: '' }] = knownIn(likelyBoxes(ticked).map(readCriterion))
  const {
    exit: _,
    work: __,
    argv: ___,
    ...confirmation
  } = { ...sampleProof, ...known, command: 0, of: 0, outcome: 'confirmed' } as const
  addProof(folder.path, engineer, confirmation)
  const now = await proposalOf(workIn(folder.path, engineer), {})
  expect(changesSince(agreedTo(await proposal(a)), now)).toBeUndefined()
})

test('a criterion that another one says already, or that says nothing, is remarked where the plan is listed', async () => {
  const plan = ['A', 'TBD', 'A', '…', 'A todo'].map((text) => `- [ ] ${text}\n`).join('')
  const now = await proposal(plan)
  const news = changesSince({ criteria: undefined, open: new Set() }, now)
  const listed = await planOf(workIn(makeFolder({ [planFile]: plan }).path, engineer))
  for (const list of [listed, news && newsList(now, news, { word, listed: 'whole', isSeen: true })])
    expect(list?.match(/^\d.*/gm)).toEqual([
      '1. A',
      '2. TBD · says nothing yet',
      '3. A · the same as 1',
      '4. … · says nothing yet',
      '5. A todo',
    ])
})

test('what makes several commands weak is said once', async () => {
  const weak = (name: string) => `- [ ] ${name}\n  - run: \`node ${name}.js\`\n  - expect: stdout contains \`ok\`\n`
  const now = await proposal(['a', 'b', 'c'].map(weak).join(''))
  const news = changesSince({ criteria: undefined, open: new Set() }, now)
  const list = (news && newsList(now, news, { word, listed: 'whole', isSeen: true })) ?? ''
  expect(list.match(/weak.*/g)).toEqual(['weak: `ok` is also in other words', 'weak, as above', 'weak, as above'])
})

test('a plan as a whole says where each criterion stands, and which are new', async () => {
  const now = await proposal(`${a}${b.replace('[ ]', '[x]')}- [x] C is exported\n- [ ] D is exported (assumed)\n`)
  const news = changesSince(agreedTo(await proposal(a + b)), now)
  const standings = ['failed', 'stale', 'proven', 'open'] as const
  expect(news && newsList(now, news, { word, listed: 'whole', isSeen: true, standings })).toBe(
    [
      'The plan:',
      '',
      '1. A is exported · failed',
      '2. B is exported · passed before files changed',
      '3. C is exported · done · new',
      '4. D is exported (assumed) · new',
    ].join('\n'),
  )
})

test('at the end of a turn what a word has agreed to of the assumptions is counted, and what is asked stays', async () => {
  const now = await proposal(a + b, `${questions}- Where? Here (assumed)\n`)
  const news = changesSince(agreedTo(await proposal(a, questions)), now)
  const list = news && newsList(now, news, { word, listed: 'plan', isSeen: true })
  expect(list?.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    ...['- Open: Who?', '- Open: When?', '- Open: Why?', '- Assumed: Where? Here (assumed) · new'],
    '- 1 assumption, agreed',
  ])
})

test('where nothing is to be agreed to, a plan says where each criterion stands, how it is shown, and what is open', async () => {
  const plan = `${a}${runs('true')}- [x] B is exported\n- [ ] C is exported\n  - by: developer\n`
  const folder = makeFolder({ '.ai/task/context.md': questions, [planFile]: plan })
  expect(await planOf(workIn(folder.path, engineer), ['failed'])).toBe(
    [
      'The plan:',
      '',
      '1. A is exported · failed',
      '   - `true`',
      '2. B is exported · only ticked',
      '3. C is exported',
      '   - you confirm it',
      '',
      ...['- Open: Who?', '- Open: When?', '- Open: Why?', '- Assumed: Orders are few (assumed).'],
    ].join('\n'),
  )
})

test('commands that an earlier word could not allow are not promised again, unless they run something else now', async () => {
  const now = await proposal(a + runs('npm test'))
  const before = { ...agreedTo(now), ...(now.plan && { agreedAs: now.plan.agreedAs }) }
  expect(changesSince(before, now)).toBeUndefined()
  const lapsed = { ...now, commands: now.commands.map((each) => ({ ...each, before: 'changed' as const })) }
  expect(changesSince(before, lapsed)?.commands).toHaveLength(1)
})

test('commands that are too many to be read are not shown, and so not agreed to', async () => {
  const now = await proposal(a + Array.from({ length: 25 }, (_, index) => runs(`echo ${index}`)).join(''))
  const news = changesSince(agreedTo(now), now)
  expect(news && newsList(now, news, { word, listed: 'whole', isSeen: true })).toMatch(
    /Your next \*\*Accio\*\* lets these 20 commands run, unless git brought them\. 5 more wait for `spell allow`\.$/,
  )
  expect(news && shownBy(news, now)?.commands).toHaveLength(20)
})

test('a word agrees to exactly what was shown and is still so', async () => {
  const criteria = fc.subarray(['A', 'B', 'C'])
  const document = fc.record({ criteria, commands: fc.subarray(['npm test', 'true', 'false']), open: criteria })
  type Document = { [Key in 'criteria' | 'commands' | 'open']: string[] }
  const of = ({ criteria, commands, open }: Document) =>
    proposal(
      [...criteria, 'last'].map((text) => `- [ ] ${text}\n`).join('') + commands.map(runs).join(''),
      open.map((text) => `- ${text} (assumed)\n`).join(''),
    )
  const property = fc.asyncProperty(document, document, fc.boolean(), async (then, later, isOther) => {
    const [before, now] = [await of(then), await of(later)]
    const news = changesSince({ criteria: undefined, open: new Set() }, before)
    const shown = news && shownBy(news, before)
    const agreement = shown && agreedBy(isOther ? { ...shown, work: 'ffffffff' } : shown, now)
    const isSame = (key: keyof Document) => JSON.stringify(then[key]) === JSON.stringify(later[key])
    const commands = later.commands.filter((text) => then.commands.includes(text))
    const agreed = {
      ...(isSame('criteria') && isSame('commands') && { criteria: now.plan?.agreedAs }),
      ...(isSame('open') &&
        later.open.length > 0 && { assumptions: later.open.length, questions: 0, open: [...agreedTo(now).open] }),
    }
    const isNone = isOther || (commands.length === 0 && Object.keys(agreed).length === 0)
    expect(agreement && { ...agreement, commands: agreement.commands.map(({ command }) => command.text) }).toEqual(
      isNone ? undefined : { agreed, commands },
    )
  })
  await fc.assert(property, { numRuns: 60 })
})

test('work without a plan has nothing to agree to, and before its first step nothing is kept of what was shown', async () => {
  expect(await proposal()).toMatchObject({ commands: [], open: [] })
  const now = { ...(await proposal(a)), work: undefined }
  const news = changesSince({ criteria: undefined, open: new Set() }, now)
  expect(news && shownBy(news, now)).toBeUndefined()
})

test('an assumption that the results quote, in part or with what came of it, is no new one', async () => {
  const header = 'The header has id, name and total, in this order (assumed)'
  const plan = `# P\n\n- [ ] ${header}\n`
  const quotes = [
    ...['The header has id, name and … (assumed)', '"the header has id" (assumed)'],
    ...[`✓ 1. ${header}: \`npm test\` passed in 0.9 s`, `Criterion 1: ${header} (proved)`],
  ]
  const others = ['Totals are rounded (assumed)', `${header}, and dates are of UTC (assumed)`]
  const results = [...quotes, ...others].map((text) => `- ${text}\n`).join('')
  const folder = makeFolder({ [planFile]: plan, '.ai/task/task-results.md': results })
  const { open } = await proposalOf(workIn(folder.path, engineer), { XDG_STATE_HOME: makeFolder().path })
  expect(open.map(({ text }) => text)).toEqual([header, ...others])
})

test('assumptions that were agreed to are listed while planning, and not told again when the work is complete', async () => {
  const folder = makeFolder({ ...standing('GATHER_EDITING'), [planFile]: a, '.ai/task/context.md': questions })
  const open = agreedTo(await proposal(a, questions)).open
  const history = [{ timestamp: '', transition: ' → ', trigger: 'Accio', agreed: { open: [...open] } }]
  folder.write({ '.ai/task/state.json': JSON.stringify({ current_state: 'GATHER_EDITING', context: {}, history }) })
  folder.write({ '.ai/task/context.md': `${questions}- How?\n` })
  expect((await castIn(folder, 'lumos')).developer).toContain(
    '- Open: Who?\n- Open: When?\n- Open: Why?\n- Open: How?\n- Assumed: Orders are few (assumed).\n',
  )
  folder.write({ ...standing('ACHIEVE_TASK_DRAFTING'), [planFile]: '# P\n\n- [x] a\n' })
  folder.write({
    '.ai/task/state.json': JSON.stringify({ current_state: 'ACHIEVE_TASK_DRAFTING', context: {}, history }),
  })
  const { developer } = await castIn(folder, 'accio')
  expect(developer).toContain('The work is complete.')
  expect(developer).not.toMatch(/How\?|agreed|assum/i)
})
