import { type Folder, makeRepository } from '../support/folder'
import { brief, shape as criteria, looked, viewOf } from '../support/hope-session'
import { type Run, spellHere } from '../support/packed-program'

// A whole session, as an agent and a developer have it at a prompt: with a stall, and a breaker.

const at = (shop: Folder, ...args: string[]): Run => spellHere(shop.path, ['hope', ...args])
const repaired = (shop: Folder, ...more: string[]): Run => spellHere(shop.path, ['doctor', '--fix', ...more])
const json = (shop: Folder, ...args: string[]) => JSON.parse(at(shop, ...args, '--json').stdout)
const submit = (shop: Folder, input: string, ...args: string[]) =>
  spellHere(shop.path, ['hope', 'submit', '-', '--json', ...args], { input })
const handIn = (...given: Parameters<typeof submit>) => JSON.parse(submit(...given).stdout)
/** Ends a consultation with what was found. */
const said = (shop: Folder, input: string) =>
  JSON.parse(spellHere(shop.path, ['hope', 'consult', 'done', '-', '--json'], { input }).stdout)

const shape = criteria
const items =
  'ITEMS:\n- header: Write the header (criteria: C1)\n- rows: Write the rows (depends on: header) (criteria: C2)\n- docs: Write the docs (why: who exports reads them)\n'
const findings = (...list: readonly string[]) =>
  `FINDINGS:${list.length === 0 ? ' none' : ''}\n${list.map((one) => `- ${one}\n`).join('')}${looked}`

test('a session from its start to its end, with a stall and a breaker', () => {
  const shop = makeRepository()
  expect(at(shop, 'engage').exitCode).toBe(3)
  const start = at(shop, 'start', 'Add CSV export of orders', '--max-waves', '3')
  expect(start).toMatchObject({ exitCode: 0, stderr: '' })
  expect(start.stdout).toMatch(/^## Response to the AI\n\n1\. Ask the developer how much they take part/)
  const engaged = json(shop, 'engage', 'collaborative')
  expect(engaged).toMatchObject({
    kind: 'hope',
    main: 'intent.acknowledge',
    engagement: 'Collaborative',
    warnings: [],
  })

  // What is wanted: vague, then nearly, then corrected.
  expect(at(shop, 'score', '--outcome', '3').stderr).toContain(
    'nothing has changed.\n  - --outcome: must be a whole number from 0 to 2\n  - --scope: is missing;',
  )
  const dims = ['--outcome', '1', '--scope', '1', '--constraints', '1', '--success', '0', '--done', '0']
  expect(json(shop, 'score', ...dims)).toMatchObject({ main: 'intent.clarify', score: { total: 3 } })
  expect(json(shop, 'score', '--total', '6', '--echo', 'Orders as CSV').main).toBe('intent.echo_check')
  expect(at(shop, 'answer', 'perhaps').exitCode).toBe(2)
  expect(json(shop, 'answer', 'edits').main).toBe('intent.clarify')
  expect(json(shop, 'score', '--total', '8')).toMatchObject({ main: 'intent.emit_brief', score: { total: 8 } })
  expect(submit(shop, 'OBJECTIVE: Orders leave as CSV').exitCode).toBe(2)
  expect(handIn(shop, brief)).toMatchObject({ main: 'shape.extract' })

  // How: an outside view, the shape, and what it finds.
  expect(json(shop, 'panel', 'which way?')).toMatchObject({ service: 'consult.panel', main: 'shape.extract' })
  expect(json(shop, 'consult', 'done')).toMatchObject({ row: 'K.blank', ok: false })
  expect(said(shop, viewOf('panel', 'which way?'))).toMatchObject({ service: 'idle', main: 'shape.synthesize' })
  expect(submit(shop, 'CRITERIA:\n- a header row\n').exitCode).toBe(2)
  expect(handIn(shop, shape)).toMatchObject({ main: 'consult', purpose: 'validate' })
  expect(json(shop, 'consult', 'review', 'does it hold?').ai).toContain('a way past a MUST NOT')
  expect(json(shop, 'status').ai).toContain('MUST NOT:\n- change an order')
  const blocked = said(shop, findings('BLOCKER: Dates have no zone'))
  expect(blocked).toMatchObject({ main: 'shape.synthesize' })
  expect(submit(shop, shape, '--settled', 'B1: UTC everywhere').exitCode).toBe(3)
  expect(submit(shop, `${shape}- guess a zone\n`, '--settled', 'UTC').exitCode).toBe(2)
  handIn(shop, `${shape}- guess a zone\n`, '--settled', 'B1: UTC everywhere')
  expect(at(shop, 'answer', 'skip').exitCode).toBe(3)
  json(shop, 'consult', 'review', 'is it right now?')
  expect(at(shop, 'consult', 'done').exitCode).toBe(3)
  expect(said(shop, findings()).main).toBe('loop.spec_scoring')

  // The loop: approval, items, a wave that does not add up, a stall with three failed tries.
  expect(json(shop, 'score', '--total', '9')).toMatchObject({ main: 'loop.shape_approval' })
  expect(json(shop, 'answer', 'yes').main).toBe('loop.decompose')
  const wave = handIn(shop, items)
  expect(wave).toMatchObject({ main: 'loop.wave_execution', ready: ['header', 'docs'], waves: { number: 0, limit: 3 } })
  expect(wave.developer).toContain(
    '- `header`: Write the header (for C1)\n- `rows`: Write the rows (for C2) (after header)\n',
  )
  const written = shop.read('.ai/hope/state.json')
  const off = at(shop, 'wave', '--done', 'header: seen, by me', '--done', 'rows: seen, by me')
  expect(off.exitCode).toBe(3)
  expect(off.stdout).toContain(
    '- rows: it was not ready in this wave\n- docs: is not named; was it done, or is it carried over?',
  )
  expect(shop.read('.ai/hope/state.json')).toBe(written)
  const still = json(shop, 'wave', '--carry', 'header: no idea how', '--carry', 'docs: nothing to say yet')
  expect(still).toMatchObject({ main: 'loop.stall_detection', waves: { number: 1 } })
  expect(json(shop, 'consult', 'unblock', 'the header').service).toBe('consult.unblock')
  expect(json(shop, 'consult', 'done').main).toBe('loop.stall_detection')
  for (const next of ['loop.stall_detection', 'loop.stall_detection', 'loop.expert_review'])
    expect(json(shop, 'answer', 'failed').main).toBe(next)
  expect(handIn(shop, findings('WARNING: Slow')).main).toBe('loop.wave_execution')
  expect(json(shop, 'status').ai).toContain('`header`: Write the header (for C1); not done last time: no idea how')

  // A breaker, and on with the word of the developer.
  expect(json(shop, 'wave', '--done', 'header: seen, by me', '--done', 'docs').ready).toEqual(['rows'])
  expect(json(shop, 'wave', '--carry', 'rows: the header comes first')).toMatchObject({
    main: 'loop.paused',
    answers: ['continue'],
  })
  const onward = { main: 'loop.wave_execution', waves: { number: 3, limit: 6 } }
  expect(json(shop, 'answer', 'continue')).toMatchObject(onward)
  expect(json(shop, 'wave', '--done', 'rows: seen, by me').main).toBe('loop.expert_review')

  // The review blocks once.
  expect(handIn(shop, findings('BLOCKER: Two exports overwrite each other'))).toMatchObject({
    main: 'loop.wave_execution',
    ready: ['fix-B2'],
  })
  expect(json(shop, 'wave', '--done', 'fix-B2: a lock on the file').main).toBe('loop.expert_review')
  const shown = handIn(shop, findings())
  expect(shown).toMatchObject({ main: 'loop.review_feedback', warnings: [] })
  expect(shown.developer).toContain('Checks: ')
  expect(json(shop, 'answer', 'satisfied')).toMatchObject({ main: 'completed', ended: 'satisfied' })

  // Everything is in the history, the last step can be taken back, and nothing is to be repaired.
  expect(json(shop, 'history').entries.length).toBeGreaterThan(30)
  expect(json(shop, 'undo')).toMatchObject({ undone: { row: 'F1' } })
  expect(json(shop, 'status').main).toBe('loop.review_feedback')
  expect(repaired(shop).exitCode).toBe(0)
  expect(spellHere(shop.path, ['doctor']).exitCode).toBe(0)
})
