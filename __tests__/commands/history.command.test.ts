import { standing } from '../support/casting'
import { makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'

const line = (minute: number, transition: string, trigger: string, more: object = {}) =>
  `${JSON.stringify({ timestamp: `2026-08-20T15:${minute}:00Z`, transition, trigger, ...more })}\n`

const lines = [
  line(30, 'GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT', 'Accio', { row: 'GC1' }),
  line(31, 'GATHER_EDITING_CONTEXT → GATHER_EDITING', 'Accio', {
    row: 'GC2b',
    agreed: { commands: 2, assumptions: 1, questions: 1 },
    note: 'two\nlines',
  }),
  line(32, 'GATHER_EDITING → GATHER_NEEDS_CONTEXT', 'New', {
    row: 'new',
    archive: '.ai/archive/orders-2026-08-20-1532',
  }),
]
const past = (...parts: string[]) => ({ ...standing('GATHER_EDITING'), '.ai/task/history.jsonl': parts.join('') })

describe('spell history', () => {
  test('tells what was cast, the oldest first, in words', () => {
    expect(spellHere(makeRepository(past(...lines)).path, ['history'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        '- 2026-08-20 15:30  **Accio**  Not started → Context\n',
        '- 2026-08-20 15:31  **Accio**  Context → Planning  ·  agreed: 2 commands, 1 assumption; 1 question left open  ·  “two lines”\n',
        '- 2026-08-20 15:32  **New**  Planning → Not started  ·  archived in `.ai/archive/orders-2026-08-20-1532`\n',
      ].join(''),
    })
  })

  test('tells it as data', () => {
    const { stdout } = spellHere(makeRepository(past(...lines)).path, ['history', '--json'])
    const entries = lines.map((each) => {
      const { timestamp: time, transition, trigger, ...more } = JSON.parse(each)
      const [from, to] = transition.split(' → ')
      return { time, spell: trigger.toLowerCase(), from, to, ...more }
    })
    const told = { workflow: 'engineer', total: 3, entries, warnings: [] }
    expect(JSON.parse(stdout)).toEqual({ schemaVersion: 1, kind: 'history', ok: true, ...told })
  })

  test('tells which steps were on a word that was seen, and how many; with --all, where it was seen', () => {
    const [first = '', ...others] = lines.map((each, index) =>
      each.replace(/\}(?=\n?$)/, `,"word":"${index ? 'said' : 'typed'}"}`),
    )
    const { path } = makeRepository(past(first, ...others))
    const { stdout } = spellHere(path, ['history'])
    expect(stdout).toContain('Not started → Context  ·  on your word\n')
    expect(stdout).toMatch(/\n\n3 steps: 3 on your word\.\n$/)
    const { stdout: all } = spellHere(path, ['history', '--all'])
    expect(all).toContain('Not started → Context  ·  on your word, typed in a terminal\n')
    expect(all).toContain('  ·  on your word, in a message')
    const { words } = JSON.parse(spellHere(path, ['history', '--json']).stdout)
    expect(words).toEqual({ said: 2, typed: 1, granted: 0, unseen: 0 })
  })

  test('says so if nothing was cast yet, and writes nothing', () => {
    const shop = makeRepository()
    expect(spellHere(shop.path, ['history']).stdout).toBe(
      'This piece of work has no step yet. Begin with `spell accio`.\n',
    )
    expect(JSON.parse(spellHere(shop.path, ['history', '--json']).stdout)).toMatchObject({
      ok: true,
      total: 0,
      entries: [],
    })
    expect(snapshot(shop.path)).toEqual({})
  })

  test.each([
    ['discovery', ['start', 'Add CSV export'], 'spell discovery start "…"'],
    ['collab', ['start', 'orders'], 'spell collab start'],
    ['hope', ['start', 'Add CSV export'], 'spell hope start "…"'],
  ])('is that of the repository’s workflow, %s, unless the six spells are under way', (workflow, begin, hint) => {
    const shop = makeRepository({ '.ai/spell.json': JSON.stringify({ workflow }) })
    expect(spellHere(shop.path, ['history']).stdout).toBe(
      `This piece of work has no step yet. Begin with \`${hint}\`.\n`,
    )
    spellHere(shop.path, [workflow, ...begin])
    const own = spellHere(shop.path, [workflow, 'history'])
    expect(own.stdout).toMatch(/^- .*Start/)
    expect(spellHere(shop.path, ['history'])).toEqual(own)
    spellHere(shop.path, ['accio'])
    expect(spellHere(shop.path, ['history']).stdout).toMatch(/^- .*\*\*Accio\*\*.*\n$/)
  })

  test('of a state written by hand is in the state', () => {
    const [first = ''] = lines
    const state = { current_state: 'GATHER_EDITING_CONTEXT', context: {}, history: [JSON.parse(first)] }
    const { stdout } = spellHere(makeRepository({ '.ai/task/state.json': JSON.stringify(state) }).path, ['history'])
    expect(stdout).toBe('- 2026-08-20 15:30  **Accio**  Not started → Context\n')
  })

  test('leaves out a note that is no text', () => {
    const { exitCode, stdout } = spellHere(
      makeRepository(past(line(30, 'A → B', 'Accio', { note: 5, row: {} }))).path,
      ['history'],
    )
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '- 2026-08-20 15:30  **Accio**  A → B\n' })
  })

  test('leaves out a last line that was cut off, and warns', () => {
    const torn = past(...lines, '{"timestamp":"2026-08-20T15:33')
    const warning = 'The last line of .ai/task/history.jsonl was cut off; it is left out.'
    const inWords = spellHere(makeRepository(torn).path, ['history'])
    expect(inWords).toMatchObject({ exitCode: 0, stderr: `spell: ${warning}\n` })
    expect(inWords.stdout.split('\n')).toHaveLength(lines.length + 1)
    const asData = JSON.parse(spellHere(makeRepository(torn).path, ['history', '--json']).stdout)
    expect(asData).toMatchObject({ ok: true, total: 3, warnings: [warning] })
  })

  test.each([
    ['garbage', 'garbage\n'],
    ['an empty line', '\n'],
  ])('leaves out %s and names the line', (_, wrong) => {
    for (const [index, text] of [
      past(wrong, ...lines),
      past(...lines.slice(0, 1), wrong, ...lines.slice(1)),
      past(...lines, wrong),
    ].entries()) {
      const { exitCode, stdout, stderr } = spellHere(makeRepository(text).path, ['history'])
      expect({ exitCode, steps: stdout.trimEnd().split('\n').length }).toEqual({ exitCode: 0, steps: lines.length })
      // An editor leaves an empty line at the end, and no step does.
      const isDamage = wrong.trim() !== '' || index < 2
      expect(stderr).toBe(
        isDamage
          ? `spell: .ai/task/history.jsonl line ${[1, 2, 4][index]} is not a line of the history; it is left out. Run spell doctor.\n`
          : '',
      )
    }
  })

  test('shows a line that was cut off whole, where the state has it', () => {
    const shop = makeRepository()
    for (const name of ['accio', 'accio']) spellHere(shop.path, [name])
    const whole = spellHere(shop.path, ['history'])
    shop.write({ '.ai/task/history.jsonl': shop.read('.ai/task/history.jsonl').slice(0, -50) })
    expect(spellHere(shop.path, ['history'])).toEqual(whole)
    shop.remove('.ai/task/history.jsonl')
    expect(spellHere(shop.path, ['history'])).toEqual(whole)
  })

  describe('of many lines, with --limit', () => {
    const count = 2000
    // The work before had 100.
    const numbered = Array.from({ length: count }, (_, index) => line(30, 'A → B', 'Accio', { number: 101 + index }))
    const told = (text: string, ...args: string[]) => {
      const { stdout } = spellHere(makeRepository({ ...past(), '.ai/task/history.jsonl': text }).path, [
        'history',
        '--json',
        ...args,
      ])
      const { total, entries, warnings } = JSON.parse(stdout)
      return { total, numbers: entries.map(({ number }: { number: number }) => number), warnings }
    }
    const newest = [count + 98, count + 99, count + 100]
    const brokenAt = (number: number) =>
      `.ai/task/history.jsonl line ${number} is not a line of the history; it is left out. Run spell doctor.`

    const whole = numbered.join('')
    const [all, torn] = [
      { total: count, warnings: [] },
      'The last line of .ai/task/history.jsonl was cut off; it is left out.',
    ]
    // biome-ignore format: a case is a line
    test.each<[what: string, text: string, limit: number, expected: object]>([
      ['the newest and how many there are', whole, 3, { ...all, numbers: newest }],
      ['the same where each ends as on Windows', whole.replaceAll('\n', '\r\n'), 3, { ...all, numbers: newest }],
      ['what is wrong further back', numbered.with(4, 'garbage\n').join(''), 3, { total: count - 1, numbers: newest, warnings: [brokenAt(5)] }],
      ['what is wrong among the newest, with its place in the file', numbered.with(-2, 'garbage\n').join(''), 2, { total: count - 1, numbers: [count + 98, count + 100], warnings: [brokenAt(count - 1)] }],
      ['lines without numbers', numbered.with(-1, line(30, 'A → B', 'Accio')).join(''), 1, { ...all, numbers: [undefined] }],
      ['lines with others than they should have', numbered.toSpliced(-2, 1).join(''), 2, { total: count - 1, numbers: [count + 98, count + 100] }],
      ['a last line that was cut off as left out', `${whole}{"time`, 3, { total: count, numbers: newest, warnings: [torn] }],
    ])('it tells %s', (_, text, limit, expected) => {
      expect(told(text, '--limit', String(limit))).toMatchObject(expected)
    })

    test('every number of them gives the end of what is told without', () => {
      const every = told(whole)
      for (const limit of [1, 2, 700, count - 1, count, count + 1])
        expect(told(whole, '--limit', String(limit))).toEqual({ ...every, numbers: every.numbers.slice(-limit) })
    })
  })
})
