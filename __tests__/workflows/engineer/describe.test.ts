import { readFileSync } from 'node:fs'
import { capital } from '../../../src/text/markdown-parts'
import { settingsPath } from '../../../src/work/settings/settings'
import { inPlainWords } from '../../../src/workflows/engineer/plain-words'
import { spellNames, spells } from '../../../src/workflows/engineer/spells'
import { type Spell, states } from '../../../src/workflows/engineer/states'
import { castIn, folderWith, standing } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'
import { section } from '../../support/markdown-headings'
import { prove } from '../../support/provable-work'
import { eachOnce, reached, worldOf } from '../../support/row-worlds'

const context = `# Context

## What is this about

Orders are exported by hand. There are about 200 a day (assumed).

## Open questions

- Which currency?
- Since when?
`
const plan = `# CSV export

## Acceptance Criteria

- [ ] The file has a header row
- [ ] Amounts are in EUR (assumed)

## Open Questions

- Who may export?
`
const task = '---\ntask_name: header-row\n---\n\nWrite the header row.\n'
const work = { '.ai/task/context.md': context, '.ai/task/plan.md': plan }

/** What stands below "Where We Are", without the line that names the place. */
async function saidIn(folder: Folder, spell: Parameters<typeof castIn>[1]): Promise<string> {
  const { developer } = await castIn(folder, spell)
  return (
    developer.split('### Where We Are\n\n')[1]?.split('\n### ')[0]?.split('\n\n').slice(1).join('\n\n').trim() ?? ''
  )
}

describe('what is open or assumed is said before it is passed', () => {
  test('at the context by Lumos', async () => {
    const folder = folderWith('GATHER_EDITING_CONTEXT', { context })
    expect(await saidIn(folder, 'lumos')).toBe(`Open questions:

- Which currency?
- Since when?

Assumed:

- Orders are exported by hand. There are about 200 a day (assumed).

**Key Files:** \`.ai/task/context.md\` (what the work is about)`)
  })

  test('by Lumos at the plan, in one list', async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...work })
    expect(await saidIn(folder, 'lumos')).toBe(
      [
        'The plan:',
        '',
        '1. The file has a header row',
        '2. Amounts are in EUR (assumed)',
        '',
        '- Open: Who may export?',
        '- Open: Which currency?',
        '- Open: Since when?',
        '- Assumed: Orders are exported by hand. There are about 200 a day (assumed).',
        '',
        '**Key Files:** `.ai/task/context.md` (what the work is about), `.ai/task/plan.md` (the plan)',
      ].join('\n'),
    )
  })

  test('by the Accio that drafts a task', async () => {
    expect(await saidIn(makeFolder({ ...standing('GATHER_EDITING'), ...work }), 'accio')).toBe('5 points open')
  })

  test('by the Accio that completes the work: only what is still marked as assumed', async () => {
    const files = {
      ...work,
      '.ai/task/plan.md': plan.replaceAll('[ ]', '[x]'),
      '.ai/task/task.md': task,
    }
    expect(await saidIn(makeFolder({ ...standing('ACHIEVE_TASK_DRAFTING'), ...files }), 'accio')).toBe(
      'Assumed:\n\n- Amounts are in EUR (assumed)\n- Orders are exported by hand. There are about 200 a day (assumed).',
    )
  })

  test('by no Accio that agrees to the plan again: it was listed before', async () => {
    const files = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '- [ ] a\n- [ ] b\n' }
    expect(await saidIn(makeFolder(files), 'accio')).toBe('')
  })

  test('by the Accio that completes the work with a task that was not carried out', async () => {
    const done = { ...standing('ACHIEVE_TASK_DRAFTING'), '.ai/task/plan.md': '- [x] a\n' }
    const drafted = '---\ntask_name: "price: $$5, $&"\n---\n\nWrite the header.\n'
    const said = '`.ai/task/task.md` has a task “price: $$5, $&” that was not carried out.'
    for (const [text, warnings] of [
      [drafted, [said]],
      ['# Task\n', []],
    ] as const) {
      const answer = await castIn(makeFolder({ ...done, '.ai/task/task.md': text }), 'accio')
      expect(answer).toMatchObject({ to: 'ACHIEVE_COMPLETE', warnings })
    }
  })

  test('a long line is shortened', async () => {
    const long = `- ${'a '.repeat(400)}\n`
    const files = {
      ...standing('GATHER_EDITING_CONTEXT'),
      '.ai/task/context.md': `${context}${long}`,
    }
    expect(await saidIn(makeFolder(files), 'lumos')).toContain(`- ${'a '.repeat(100)}…\n`)
  })
})

describe('no word is said of it', () => {
  test('by the templates themselves', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    expect(await saidIn(folder, 'lumos')).toBe('**Key Files:** `.ai/task/context.md` (what the work is about)')
    expect(await saidIn(folder, 'accio')).toBe('')
    expect(await saidIn(folder, 'lumos')).not.toMatch(/open:|Assumed/)
  })
})

test.each([
  ['- [x] a\n', 'Complete', 'For a pull request: `spell report --short`.'],
  ['- [x] a\n- [ ] b\n', 'Criteria open again', '**Finite** leads back to the plan'],
])('complete work with %j is called %s', async (criteria, called, next) => {
  const folder = folderWith('ACHIEVE_COMPLETE', { plan: criteria })
  const { developer } = await castIn(folder, 'lumos')
  expect(developer).toContain(`### Where We Are\n\n${called} · `)
  expect(developer).toContain(`### Next Steps\n\n${next}`)
})

describe('a criterion that only the developer can see', () => {
  const criteria = (...boxes: readonly string[]) =>
    `# CSV\n\n- [${boxes[0]}] rows\n  - run: \`true\`\n- [${boxes[1]}] it reads well\n  - by: developer\n`
  const finished = (plan: string) => folderWith('ACHIEVE_TASK_EXECUTED', { plan, task, results: 'Done.\n' })

  test('is never ticked by the agent, and is put to the developer', async () => {
    const { ai, developer } = await castIn(finished(`${criteria(' ', ' ')}- [ ] columns\n`), 'accio')
    expect(ai).toContain('Tick each criterion in `.ai/task/plan.md` that has no command if the results below show it')
    expect(ai).toContain('Never one with `by: developer`: the developer confirms it.')
    expect(developer).toContain('Look at criterion 2 yourself.')
  })

  test('beside criteria that all have a command leaves the agent nothing to tick', async () => {
    const folder = finished(criteria(' ', ' '))
    for (const spell of ['accio', 'lumos'] as const) {
      const { ai } = await castIn(folder, spell)
      expect(ai).toContain('Tick no criterion: `spell prove` does, or the developer.')
      expect(ai).not.toMatch(/no command|Never one/)
    }
  })

  test('alone is what the developer is asked for, and no further task', async () => {
    const folder = folderWith('ACHIEVE_TASK_DRAFTING', {
      plan: '# CSV\n\n- [x] rows\n- [ ] it reads well\n  - by: developer of `page.html`\n',
      task,
    })
    const { developer } = await castIn(folder, 'lumos')
    expect(developer).toContain('Only criterion 2 is open, which is yours: look whether it is met.')
    expect(developer).toMatch(/You: run `spell confirm 2`\.$/)
  })

  test('is not spoken of once it is confirmed, nor without one', async () => {
    const confirmed = finished(criteria(' ', 'x'))
    await prove(confirmed, 2)
    for (const folder of [confirmed, finished('# CSV\n\n- [ ] rows\n')]) {
      const { ai, developer } = await castIn(folder, 'accio')
      expect(ai + developer).not.toMatch(/by: developer|Look at/)
    }
  })
})

describe('what cannot be proven as it is written', () => {
  const faulty = '# CSV\n\n- [ ] rows\n  - Run: `npm test`\n  - expect: tests >= 3 in report.xml\n'
  const said = '.ai/task/plan.md line 4: `Run:` is written `run:`.'

  test.each(['accio', 'lumos'] as const)('is told when the plan is left, and by looks: %s', async (spell) => {
    const folder = folderWith('GATHER_EDITING', { plan: faulty })
    const { warnings, developer, ai } = await castIn(folder, spell)
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining(said)]))
    // Who writes the plan reads the same, though the developer's part may not reach it.
    for (const part of [developer, ai]) for (const warning of warnings) expect(part).toContain(warning)
  })

  test('is nothing in a plan without mistakes', async () => {
    const folder = folderWith('GATHER_EDITING', { plan: faulty.replace('Run', 'run').split('  - expect')[0] ?? '' })
    const { warnings, ai } = await castIn(folder, 'accio')
    expect(warnings).toEqual([])
    expect(ai).not.toContain('Not Understood')
  })
})

test('broken proofs are named as the reason', async () => {
  const folder = makeFolder({
    ...standing('ACHIEVE_TASK_DRAFTING'),
    '.ai/task/plan.md': '# CSV\n\n- [x] rows\n  - run: `true`\n',
    '.ai/task/task.md': task,
    '.ai/task/proofs.jsonl': '{}\n',
  })
  expect((await castIn(folder, 'accio')).developer).toContain(
    '.ai/task/proofs.jsonl:1 is not what spell wrote there, so criterion 1 has not passed',
  )
})

describe('a task that is still its template', () => {
  const template = readFileSync('templates/engineer/files/.ai/task/task.md', 'utf8')
  const started = (plan: string, state = 'ACHIEVE_TASK_DRAFTING' as const) =>
    folderWith(state, { plan, task: template })

  test('is what the developer has the agent draft', async () => {
    const { developer } = await castIn(started('# CSV\n\n- [ ] a\n'), 'accio')
    expect(developer).toContain('\n\nHave the agent draft `task.md`, or write it. The same word then begins it.')
    expect(developer).toMatch(/The agent is drafting the task\.$/)
  })

  test('may not be needed where commands wait for the developer', async () => {
    const { developer } = await castIn(started('# CSV\n\n- [ ] a\n  - run: `true`\n'), 'accio')
    expect(developer).toContain('`spell allow`, then `spell prove`: they may show that no task is needed.')
    expect(developer).toMatch(/You: run `spell allow` for 1 command\.$/)
  })

  test('is not the task at hand once every criterion is ticked, nor in complete work', async () => {
    const folder = started('# CSV\n\n- [x] a\n')
    const look = async () => (await castIn(folder, 'lumos')).developer
    expect(await look()).toContain('**CSV** · Every criterion is ticked')
    expect(await look()).not.toContain('task.md')
    await castIn(folder, 'accio')
    expect(await look()).not.toContain('task.md')
    folder.write({ '.ai/task/plan.md': '# CSV\n\n- [x] a\n- [ ] b\n' })
    expect(await look()).toContain('`.ai/task/task.md` (the task)')
  })
})

test('after the last criterion no task is announced', async () => {
  const files = {
    '.ai/task/plan.md': '# CSV\n\n- [x] a\n',
    '.ai/task/task.md': 'x\n',
    '.ai/task/task-results.md': 'x\n',
  }
  const { developer } = await castIn(makeFolder({ ...standing('ACHIEVE_TASK_EXECUTED'), ...files }), 'accio')
  expect(developer).toContain('**CSV** · Every criterion is ticked · 1 done, only ticked')
  expect(developer).toContain('**Accio** (next): completes the work')
  expect(developer).not.toMatch(/carry out|Task draft/)
})

test.each(states.filter((state) => !['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT'].includes(state)))(
  'in %s an answer says which work it is about, and where its criteria are',
  async (state) => {
    const { developer } = await castIn(folderWith(state, { plan }), 'lumos')
    const where = section(developer, 'Where We Are')
    expect(where).toMatch(/^\*\*CSV export\*\* · \S/m)
    expect(where).toContain('2 open')
  },
)

test('a look at a draft asks for a task only while a criterion is open', async () => {
  const drafting = { ...standing('ACHIEVE_TASK_DRAFTING'), ...work, '.ai/task/task.md': task }
  const asks = /2\. (.+)/
  const open = await castIn(makeFolder(drafting), 'lumos')
  expect(asks.exec(open.ai)?.[1]).toMatch(/^Help with the task/)
  const ticked = { ...drafting, '.ai/task/plan.md': plan.replaceAll('[ ]', '[x]') }
  expect(asks.exec((await castIn(makeFolder(ticked), 'lumos')).ai)?.[1]).toBe('No criterion is open: draft no task.')
})

const names = spellNames.flatMap((name) => [name, capital(name)]).join('|')
/** A spell by its name alone; after its plain word it stands in parentheses. */
const bare = new RegExp(`(?<!\\()\\b(?:${names})\\b`)
const ours = (text: string) => text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')

test('where the settings say so, no answer of the six spells names one by its other word first', async () => {
  for (const world of eachOnce(reached)) {
    const files = worldOf(world)
    const settings = JSON.parse(files[settingsPath] ?? '{}')
    const folder = makeFolder({ ...files, [settingsPath]: JSON.stringify({ ...settings, words: 'plain' }) })
    const { ai, developer, brief = '' } = await castIn(folder, world.row.on as Spell)
    const said = ours(`${ai}\n${developer}\n${brief}`)
    expect({ row: world.row.id, line: said.split('\n').find((line) => bare.test(line)) }).toEqual({ row: world.row.id })
  }
})

test.each([
  ['**Accio** (next): drafts the plan', '**Next** (accio): drafts the plan'],
  ['**Finite (plan)**: goes back', '**Plan (finite)**: goes back'],
  ['Then say **Accio**.', 'Then say **Next**.'],
  ['Your next **Accio** lets it run.', 'Your **Next** lets it run.'],
  ['Begin with `spell accio`, or type `/accio`.', 'Begin with `spell next`, or type `/next`.'],
  ['  fix: npx --no -- spell lumos', '  fix: npx --no -- spell status'],
  ['  accio|next          Go on', '  next|accio          Go on'],
  ['Only these words: accio or next', 'Only these words: next or accio'],
  ['Say <b>Accio</b>', 'Say <b>Next</b>'],
])('%s', (text, plain) => {
  expect(inPlainWords(text)).toBe(plain)
  expect(inPlainWords(plain)).toBe(plain)
})

test('what is quoted from a file stays, and so does what is no spell of ours', () => {
  for (const text of ['```\nspell accio, **Accio**\n```', 'An accio-like plan', 'spell accio-export', 'the finite set'])
    expect(inPlainWords(text)).toBe(text)
  expect(spellNames.map((name) => inPlainWords(`spell ${name}`))).toEqual(
    Object.values(spells).map(({ alias }) => `spell ${alias}`),
  )
})
