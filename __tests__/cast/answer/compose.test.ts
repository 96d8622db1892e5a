import type { Offer } from '../../../src/cast/answer/answer'
import type { AnswerInput } from '../../../src/cast/answer/answer-input'
import { compose } from '../../../src/cast/answer/compose'
import type { Texts } from '../../../src/workflow/texts'

const texts: Texts = {
  phrases: { push: 'open', pull: 'close', kick: 'force', knock: 'ask', look: 'see' },
  rows: new Map(
    Object.entries({
      go: { summary: 'goes on', ai: '1. Go, with {{open}} left.', happened: 'You went on.', writes: ['`a.md`'] },
      own: { summary: 'goes on', ai: '1. Go.', happened: 'You went on.', next: 'Read {{open}} lines.', tip: true },
      shut: { because: 'the door is shut, {{open}} are open', next: 'Open it.' },
      listed: { summary: 'goes on', happened: 'You saw:\n\n- a door (red)' },
      look: {
        title: 'the door',
        ai: '1. Look.',
        where: 'Before {{open}} doors.',
        next: 'Knock.',
        writes: ['`b.md`'],
        tip: true,
      },
    }),
  ),
  kinds: { block: 'Nothing happened: {{because}}.', 'no-op': 'Nothing changed.' },
  files: new Map(),
  digests: {},
  words: {
    name: '**{{spell}}** ({{plain}})',
    closed: '**{{spell}}** ({{because}})',
    available: 'Available Spells',
    unavailable: 'Unavailable Spells',
    choices: 'Available Choices',
    list: 'Links to Fetch',
    refused: '**{{spell}}** cannot be used right now: {{because}}.',
    idle: '**{{spell}}** had no effect: {{because}}.',
  },
  brief: '{{title}} {{writes}} {{spells}}',
  header: '> Header',
  tip: '> Tip',
  rules: '- Rule',
}

const offer = (name: string, outcome: Offer['outcome'], available: boolean): Offer => ({
  name,
  outcome,
  available,
  to: 'DOOR',
  summary: available ? `does ${name}` : `no ${name} is there`,
})

/** A step through a door. */
const told = (row: AnswerInput['row'], more: Partial<AnswerInput> = {}): AnswerInput => ({
  workflow: 'doors',
  work: 'door',
  spell: 'push',
  look: 'look',
  row,
  from: 'DOOR',
  to: row.kind === 'advance' || row.kind === 'confirm' || row.kind === 'missing' ? 'HALL' : 'DOOR',
  place: texts.rows.get('look') ?? {},
  facts: { open: 3 },
  texts,
  offers: [
    offer('push', 'advanced', true),
    offer('pull', 'blocked', false),
    offer('kick', 'stayed', false),
    offer('knock', 'stayed', true),
    offer('look', 'shown', true),
  ],
  files: { created: [], kept: [], moved: [] },
  keyFiles: [],
  shown: [],
  links: [],
  note: undefined,
  warnings: [],
  ...more,
})

const gone = (more: Partial<AnswerInput> = {}) => told({ id: 'go', kind: 'advance' }, more)

const parts = (...texts: readonly string[]) => texts.join('\n\n')

describe('a step', () => {
  test('tells the agent what to do, and the developer what happened, where they are and what can be cast', () => {
    const { ai, developer } = compose(gone())
    expect(ai).toBe(parts('1. Go, with 3 left.', '### Files You May Write Now', '- `a.md`', '### Rules', '- Rule'))
    expect(developer).toBe(
      parts(
        '### What Just Happened',
        'You went on.',
        '### Where We Are',
        'Before 3 doors.',
        '### Available Spells',
        '**Push** (open): does push. Also: **Knock** (ask)',
        '### Next Steps',
        'Knock.',
        '> Tip',
      ),
    )
  })

  test('carries what it was about as data', () => {
    const files = { created: ['a.md'], kept: [], moved: [] }
    const turn = { who: 'you', does: 'push', since: '2026-08-20T13:00:00Z' } as const
    const { ai, developer, ...data } = compose(gone({ files, warnings: ['Mind.'], turn, turnLine: 'You: push.' }))
    expect(developer.endsWith('\n\nYou: push.')).toBe(true)
    expect(data).toEqual({
      schemaVersion: 1,
      kind: 'cast',
      ok: true,
      outcome: 'advanced',
      workflow: 'doors',
      work: 'door',
      spell: 'push',
      row: 'go',
      from: 'DOOR',
      to: 'HALL',
      spells: gone().offers,
      turn,
      files,
      links: [],
      warnings: ['Mind.'],
    })
  })

  test('may have its own next steps and tip', () => {
    const { developer } = compose(told({ id: 'own', kind: 'advance' }, { place: { next: 'Knock.' } }))
    expect(developer.endsWith('### Next Steps\n\nRead 3 lines.\n\n> Tip')).toBe(true)
  })

  test('that asks for the same again says it in short, and how all of it is read', () => {
    const place = { ai: '1. Read, and change nothing.', again: '1. Read.' }
    const ask = (brevity: 'again' | 'familiar') =>
      compose(told({ id: 'listed', kind: 'advance' }, { place, brevity })).ai
    expect(ask('again')).toContain('1. Read.\n\nAs before; in full: **Look** (see).')
    expect(ask('familiar')).toContain('1. Read, and change nothing.')
  })

  test('that names no file to write allows none', () => {
    const { ai } = compose(told({ id: 'own', kind: 'advance' }))
    expect(ai).toContain('Write no file.')
  })

  test('says of files below a list that ends what happened', () => {
    const files = { created: ['b.md'], kept: [], moved: [] }
    const { developer } = compose(told({ id: 'listed', kind: 'advance' }, { files }))
    expect(developer).toContain('- a door (red)\n\nCreated `b.md`.')
  })

  test('tells the developer of each warning, under what happened', () => {
    const { developer, ai } = compose(gone({ warnings: ['Mind the step.', 'It is wet.'] }))
    expect(developer).toContain('You went on.\n\n- Mind the step.\n- It is wet.\n\n### Where We Are')
    expect(ai).not.toContain('Mind')
  })

  test('shows the agent, in this order: the note, links, texts', () => {
    const { ai } = compose(
      gone({
        note: 'Go.\n```',
        links: ['https://a', 'https://b'],
        shown: [
          { path: 'a.md', text: 'A\n', whole: true },
          { path: 'b.md', text: 'B', whole: false },
        ],
        files: { created: [], kept: [], moved: [{ from: 'b.md', to: 'old/b.md' }] },
      }),
    )
    expect(ai).toBe(
      parts(
        '1. Go, with 3 left.',
        '### Note',
        '````\nGo.\n```\n````',
        '### Links to Fetch',
        '```\nhttps://a\nhttps://b\n```',
        '### Text of `a.md`',
        '```markdown\nA\n```',
        '### Text of `old/b.md`',
        '```markdown\nB\n```',
        'Only the beginning. All of it is in `old/b.md`.',
        '### Files You May Write Now',
        '- `a.md`',
        '### Rules',
        '- Rule',
      ),
    )
  })

  test('keeps the note where the state changes, and says so where it does not', () => {
    const kept = compose(gone({ note: 'Go.' }))
    expect([kept.warnings, kept.developer.includes('note')]).toEqual([[], false])
    const lost = compose(told({ id: 'go', kind: 'stay' }, { note: 'Go.' }))
    expect(lost.warnings).toEqual(['The note was not kept, because nothing changed.'])
    expect(lost.ai).toContain('### Note\n\n```\nGo.\n```')
    expect(lost.developer).toContain('You went on.\n\n- The note was not kept, because nothing changed.\n\n###')
  })

  test('text from outside fills no placeholder and needs none', () => {
    const outside = '{{open}} {{missing}} $& $1'
    const { ai, developer } = compose(
      gone({
        note: outside,
        links: [outside],
        shown: [{ path: 'a.md', text: outside, whole: true }],
        warnings: [outside],
      }),
    )
    expect(ai.split(outside)).toHaveLength(4)
    expect(developer.split(outside)).toHaveLength(2)
  })
})

test('what a refusal asks to be put right may be written', () => {
  const rows = new Map([['shut', { ...texts.rows.get('shut'), writes: ['`key.md`'] }]])
  const { ai } = compose(told({ id: 'shut', kind: 'block' }, { texts: { ...texts, rows } }))
  expect(ai).toContain('### Files You May Write Now\n\n- `key.md`')
})

describe('what a spell will do once the agent is done', () => {
  const then = (summary: string, more: object = {}) => ({ ...offer('push', 'advanced', true), summary, ...more })
  const lineOf = (...outlooks: readonly NonNullable<Offer['then']>[number][]) => {
    const offers = [{ ...offer('push', 'stayed', false), then: outlooks }, offer('knock', 'stayed', true)]
    const { developer } = compose(gone({ offers }))
    return /### Available Spells\n\n(.*)\n/.exec(developer)?.[1]
  }

  const idle = then('no push is there', { available: false })
  const opens = then('opens the door')
  const opensOnce = then('opens the door', { once: 'the key has turned' })
  const rings = then('rings the bell', { once: 'the door is gone' })

  test.each([
    ['with its condition', [opensOnce], 'opens the door, once the key has turned'],
    ['as it is if it has none', [opens], 'opens the door'],
    ['in both ways if it depends', [opens, rings], 'opens the door; once the door is gone, rings the bell'],
    ['without what would be nothing', [idle, opensOnce], 'opens the door, once the key has turned'],
  ])('is said %s', (_, outlooks, said) => {
    expect(lineOf(...outlooks)).toBe(`**Push** (open): ${said}. Also: **Knock** (ask)`)
  })

  test('leaves out what would be nothing alone', () => {
    expect(lineOf(idle)).toBe('**Knock** (ask): does knock')
  })
})
