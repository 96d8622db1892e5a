import { collab } from '../../../src/workflows/collab'
import { hope } from '../../../src/workflows/hope'
import { filesOfItems, reportUntil } from '../../support/collab-documents'
import { type Folder, makeRepository } from '../../support/folder'
import { commitAll } from '../../support/git'
import { review } from '../../support/hope-session'
import { connect } from '../../support/packed-mcp-client'
import { jsonHere as json, spellHere } from '../../support/packed-program'
import { allowAll, checked } from '../../support/packed-provable'
import { testOnPosix } from '../../support/posix'

// Where hope and collab say that something is shown by a command, spell runs it, and believes nothing else.

const test1 = "process.exit(require('node:fs').existsSync('export.csv') ? 0 : 1)\n"
const run = (shop: Folder, args: readonly string[], input = '') => spellHere(shop.path, args, { input })
const linesIn = (shop: Folder, path: string) =>
  shop
    .read(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('hope', () => {
  const folder = '.ai/hope'
  const report = ['hope', 'wave', '--done', 'a: opened the export and read it'] as const
  const handIn = (shop: Folder, text: string) => JSON.parse(run(shop, ['hope', 'submit', '-', '--json'], text).stdout)

  function beginWithBrief(shop: Folder, engagement: string): void {
    json(shop, 'hope', 'start', 'Add CSV export', '--type', 'Build', '--engagement', engagement)
    json(shop, 'hope', 'score', '--total', '9')
    handIn(shop, 'OBJECTIVE: Add CSV export\nACCEPTANCE:\n- orders leave as CSV\n')
  }

  /** A session whose last wave is to be reported. */
  function worked(): Folder {
    const shop = makeRepository({ 'test.cjs': test1 })
    beginWithBrief(shop, 'Autonomous')
    handIn(
      shop,
      'CRITERIA:\n- C1: orders leave as CSV (verify: node test.cjs)\n- C2: it reads well (verify: look at it)\nMUST NOT:\n- change an order\n',
    )
    json(shop, 'hope', 'answer', 'skip')
    json(shop, 'hope', 'score', '--total', '9')
    expect(handIn(shop, 'ITEMS:\n- a: Write the export (criteria: C1, C2)\n').main).toBe('loop.wave_execution')
    return shop
  }

  test('runs what a criterion is verified by, and goes by what came of it', async () => {
    const shop = worked()
    const asked = json(shop, 'hope', 'prove')
    expect(asked).toMatchObject({ code: 'not-allowed', fix: 'spell allow   # the developer, in a terminal' })
    expect(json(shop, 'allow', '--list').commands).toMatchObject([
      { text: 'node test.cjs', criterion: 'orders leave as CSV' },
    ])
    await allowAll(shop, hope())

    // It fails, and no report makes up for it.
    const failed = json(shop, 'hope', 'prove')
    expect(failed).toMatchObject({ workflow: 'hope', ok: false, criteria: [{ id: 'C1', standing: 'failed' }] })
    expect(failed.ai).toContain('Then run `spell hope prove C1` again.')
    const contradicted = json(shop, ...report)
    expect(contradicted).toMatchObject({ ok: false, rule: 'V0', main: 'loop.wave_execution' })
    expect(contradicted.ai).toContain('- C1: orders leave as CSV (its command failed when spell ran it)')

    // It is fixed, proven, and told apart from what was only reported.
    shop.write({ 'export.csv': 'id\n' })
    expect(json(shop, 'hope', 'prove', 'c1')).toMatchObject({ ok: true, counts: '1 proven · 2 open' })
    expect(json(shop, ...report).main).toBe('loop.expert_review')
    const lines = linesIn(shop, `${folder}/history.jsonl`)
    const proofs = linesIn(shop, `${folder}/proofs.jsonl`)
    expect(lines.at(-1).about).toMatchObject({
      done: [{ id: 'a' }],
      proofs: proofs.at(-1).digest,
      shown: { C1: 'proven' },
    })
    const shown = handIn(shop, review())
    expect(shown.main).toBe('loop.review_feedback')
    expect(shown.developer).toContain('Checks: 3 done, 2 only reported.')
    json(shop, 'hope', 'answer', 'satisfied')
    commitAll(shop, 'all of it')
    // The shape was approved by a setting.
    expect(checked(shop, ['--no-overrides']).rules).toEqual(['autonomous'])
  })

  test('a command that passes before any work is named to both, and at the end, too', async () => {
    const shop = makeRepository({ 'test.cjs': test1, 'export.csv': 'id\n' })
    beginWithBrief(shop, 'Guided')
    handIn(
      shop,
      'CRITERIA:\n- C1: orders leave as CSV (verify: node test.cjs)\n- C2: they have a head (verify: node head.cjs)\nMUST NOT:\n- change an order (verify: node test.cjs)\n',
    )
    await allowAll(shop, hope())
    const proven = json(shop, 'hope', 'prove')
    for (const part of [proven.ai, proven.developer])
      expect(part).toContain('Passed before any work, so it may not show the criterion: C1.')
    // No file may be written yet.
    expect(proven.ai).toContain('Change no file now.')
    expect(proven.ai).not.toMatch(/Fix the work|what fails/)
    json(shop, 'hope', 'answer', 'skip')
    json(shop, 'hope', 'score', '--total', '9')
    json(shop, 'hope', 'answer', 'yes')
    handIn(shop, 'ITEMS:\n- a: Write the export (criteria: C1, C2)\n')
    shop.write({ 'head.cjs': '' })
    expect(json(shop, 'hope', 'prove').developer).not.toContain('before any work')
    json(shop, ...report)
    expect(handIn(shop, review()).developer).toContain('(its command passed on these files, as it did before any work)')
    const history = run(shop, ['hope', 'history']).stdout
    expect(history).toMatch(/\*\*Answer\*\*.*by the agent/)
    expect(history).not.toContain('by the developer')
  })

  testOnPosix('is proven over MCP, too, and the client hears how it gets on', async () => {
    const shop = worked()
    await allowAll(shop, hope())
    const { client } = await connect(shop.path)
    const said: string[] = []
    const given = { name: 'workflow', arguments: { workflow: 'hope', verb: 'prove' } }
    const onprogress = ({ message = '' }: { message?: string | undefined }) => void said.push(message)
    const answer = await client.callTool(given, undefined, { onprogress })
    expect(JSON.stringify(answer)).toContain('Then run `spell hope prove C1` again.')
    expect(said[0]).toBe('1. node test.cjs …')
  })

  test('proves nothing before there is a shape', () => {
    const shop = makeRepository()
    json(shop, 'hope', 'start', 'Add CSV export')
    expect(json(shop, 'hope', 'prove')).toMatchObject({ code: 'no-commands', fix: 'spell hope status' })
  })
})

describe('collab', () => {
  const folder = '.ai/collab/sessions/orders'

  /** A session with a wave of two tasks that commands show, and one that none does. */
  function executing(
    graph = '  - id: csv\n    files: [export.csv]\n    run: node test.cjs\n  - id: check\n    run: node -e 0\n  - id: docs\n',
    until = 'executing-plans',
  ): Folder {
    const shop = makeRepository({ 'test.cjs': test1 })
    json(shop, 'collab', 'start', 'Orders')
    json(shop, 'collab', 'complete-skill', 'collab-start')
    json(shop, 'collab', 'add', 'Add CSV export')
    shop.write(filesOfItems(['Add CSV export']))
    shop.write({ [`${folder}/documents/task-graph.md`]: `# Tasks\n\n\`\`\`yaml\ntasks:\n${graph}\`\`\`\n` })
    reportUntil((...words) => json(shop, 'collab', ...words), until)
    return shop
  }

  test('takes a task with a command for done only with its proof', async () => {
    const shop = executing()
    json(shop, 'collab', 'task', 'csv', 'in_progress')
    const refused = json(shop, 'collab', 'task', 'csv', 'completed')
    expect(refused).toMatchObject({ ok: false, row: 'B.proof' })
    expect(refused.ai).toContain('`spell collab prove csv`')
    expect(run(shop, ['collab', 'task', 'csv', 'completed']).exitCode).toBe(3)
    await allowAll(shop, collab('orders'))
    expect(run(shop, ['collab', 'prove', 'csv']).exitCode).toBe(10)
    expect(run(shop, ['collab', 'task', 'csv', 'completed']).exitCode).toBe(3)

    shop.write({ 'export.csv': 'id\n' })
    const proven = json(shop, 'collab', 'prove', 'csv')
    expect(proven).toMatchObject({ ok: true, criteria: [{ id: 'csv', standing: 'proven' }] })
    expect(proven.ai).toMatch(/^Then `spell collab task ID,ID completed`/)
    expect(json(shop, 'collab', 'task', 'csv', 'completed')).toMatchObject({ ok: true, row: 'task' })
    const last = linesIn(shop, `${folder}/history.jsonl`).at(-1)
    const [, proof] = linesIn(shop, `${folder}/proofs.jsonl`)
    expect(last.about).toMatchObject({ task: 'csv', status: 'completed', proofs: proof.digest })

    // Silence closes no task that a command could show.
    const silent = json(shop, 'collab', 'complete-skill', 'executing-plans')
    expect(silent).toMatchObject({ ok: false, row: 'R29.open' })
    expect(silent.ai).toContain('First `spell collab prove check`')
    json(shop, 'collab', 'prove', 'check', '--session', 'orders')
    json(shop, 'collab', 'task', 'check,docs', 'completed')
    const closed = json(shop, 'collab', 'complete-skill', 'executing-plans')
    expect(closed).toMatchObject({ ok: true, warnings: [] })
    commitAll(shop, 'all of it')
    expect(checked(shop)).toMatchObject({ exitCode: 0, rules: [] })
  })

  test('a task that was reported as failed is failed in every count, though its command has passed', async () => {
    const shop = executing()
    await allowAll(shop, collab('orders'))
    expect(json(shop, 'collab', 'prove', 'check').ok).toBe(true)
    json(shop, 'collab', 'task', 'check', 'failed')
    const counted = '1 failed · 2 open'
    expect(run(shop, ['collab', 'status']).stdout).toContain(counted)
    expect(run(shop, ['report']).stdout).toContain(counted)
    expect(run(shop, ['check']).stdout).toContain(counted)
  })

  test('a task is done once the files that it names are here, or gone if it removes them', async () => {
    const graph = `  - {id: types, files: [index.d.ts, "src/**"], run: node test.cjs}\n  - {id: old, files: [old.cjs]}\n`
    const shop = executing(graph)
    shop.write({ 'old.cjs': '', 'export.csv': 'id\n' })
    commitAll(shop, 'what is old')
    await allowAll(shop, collab('orders'))
    json(shop, 'collab', 'prove', 'types')
    expect(json(shop, 'collab', 'task', 'types', 'completed')).toMatchObject({
      ok: false,
      row: 'B.file',
      developer: expect.stringContaining('files of `types` are not here: `index.d.ts`'),
    })
    shop.remove('old.cjs')
    commitAll(shop, 'it is gone')
    expect(json(shop, 'collab', 'task', 'old', 'completed')).toMatchObject({ ok: true })
    shop.write({ 'index.d.ts': '' })
    json(shop, 'collab', 'prove', 'types')
    expect(json(shop, 'collab', 'task', 'types', 'completed')).toMatchObject({ ok: true })
  })

  test('a task that has to fail first is seen failing by its own run, after the freeze, on other files', async () => {
    const own = 'files: [a.cjs], run: node test.cjs, red: first'
    const graph = `  - {id: csv, ${own}}\n  - {id: head, ${own}, depends-on: [csv]}\n  - {id: gone, run: node gone.cjs, red: first}\n`
    const shop = executing(graph, 'ready-to-implement')
    shop.write({ 'gone.cjs': 'process.exit(127)\n', 'a.cjs': '' })
    await allowAll(shop, collab('orders'))
    expect(json(shop, 'collab', 'prove')).toMatchObject({ ok: false })
    reportUntil((...words) => json(shop, 'collab', ...words), 'executing-plans')

    const hollow = (id: string) => {
      const passed = json(shop, 'collab', 'prove', id)
      expect(passed).toMatchObject({ ok: false, criteria: [{ commands: [{ result: { verdict: 'passed' } }] }] })
      expect(passed.ai).toContain(`Passed, but not seen failing before, so it shows nothing of the work: task ${id}.`)
      expect(json(shop, 'collab', 'task', id, 'completed')).toMatchObject({ ok: false, row: 'B.proof' })
    }
    const red = (id: string) => {
      shop.remove('export.csv')
      const seen = json(shop, 'collab', 'prove', id)
      expect(seen.ai).toContain(`Seen failing first, as it has to be: ${id}.`)
      expect(seen.ai).toContain('tell the developer in a sentence what is missing')
      expect(seen.developer).not.toContain('failed ·')
      expect(json(shop, 'collab', 'status').counts).toMatchObject({ failed: 0 })
      shop.write({ 'export.csv': 'id\n' })
      expect(json(shop, 'collab', 'prove', id)).toMatchObject({ ok: true })
    }
    shop.write({ 'export.csv': 'id\n' })
    hollow('csv')
    red('csv')
    const notRun = json(shop, 'collab', 'prove', 'gone')
    expect(notRun.ai).toContain('What cannot be run (gone) says nothing of the work')
    expect(notRun.developer).toContain('`node gone.cjs` could not run: it ended with 127')
    shop.write({ 'gone.cjs': 'process.exit(1)\n' })
    json(shop, 'collab', 'prove', 'gone')
    shop.write({ 'gone.cjs': '' })
    json(shop, 'collab', 'prove')
    json(shop, 'collab', 'task', 'csv,gone', 'completed')
    expect(json(shop, 'collab', 'complete-skill', 'executing-plans')).toMatchObject({ ok: true })
    // The next one shares the command, and has done nothing yet.
    hollow('head')
    red('head')
    expect(json(shop, 'collab', 'task', 'head', 'completed')).toMatchObject({ ok: true })
  })
})
