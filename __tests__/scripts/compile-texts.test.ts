import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { compileTexts, eachIn, textsFor } from '../../scripts/compile-texts'
import { parseTexts } from '../../scripts/parse-texts'
import type { Definition, Kind, Row } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import type { RowText } from '../../src/workflow/texts'
import { definition as collab } from '../../src/workflows/collab'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { countCriteria } from '../../src/workflows/engineer/criteria'
import { rows } from '../../src/workflows/engineer/table'
import { definition as hope } from '../../src/workflows/hope'
import { workflows } from '../../src/workflows/registry'
import { texts } from '../support/casting'
import { makeFolder } from '../support/folder'

/** The smallest templates that are right, with other files or other texts in them. */
const templates = (more: Readonly<Record<string, string>> = {}) =>
  makeFolder({
    'states/A.md': '## Go (X1)\n- summary: goes on.\n\n1. Go on.\n',
    'commands.md': '',
    'kinds/block.md': 'Tell why.\n',
    'files/.ai/task/a.md': '# A\n',
    'header.md': '> Header\n',
    'brief.md': 'Brief\n',
    'tip.md': '> Tip\n',
    'rules.md': '- Rule\n',
    ...more,
  }).path

describe('compiling texts', () => {
  test('reads the texts of all states and commands, and the files', () => {
    const folder = templates({
      'states/any-state.md':
        '## Stop: late (X2)\n- file: a.md\n- because: `{{file}}` is late\n\n## Stop (X3)\n- as: X2\n- next: Wait.\n\n## Stop: b (X4)\n- as: X3\n- file: b.md\n',
      'commands.md': '## A step is taken back (undo)\n\n- summary: takes the step back.\n',
    })
    expect(compileTexts(folder)).toEqual({
      digests: { '.ai/task/a.md': 'aa1237b773c38dbddef583c4868aaea7a44c5237ea7923aecca5513764b42d80' },
      rows: new Map(
        Object.entries({
          X1: { summary: 'goes on.', ai: '1. Go on.' },
          X2: { because: '`{{folder}}/a.md` is late' },
          X3: { because: '`{{folder}}/a.md` is late', next: 'Wait.' },
          X4: { because: '`{{folder}}/b.md` is late', next: 'Wait.' },
          undo: { summary: 'takes the step back.' },
        }),
      ),
      kinds: { block: 'Tell why.' },
      phrases: {},
      files: new Map([['.ai/task/a.md', '# A\n']]),
      header: '> Header',
      brief: 'Brief',
      tip: '> Tip',
      rules: '- Rule',
      words: expect.objectContaining({ available: 'What Can Be Done Now' }),
    })
  })

  test('line endings make no difference', () => {
    const text = '## Go (X1)\n- summary: goes on.\n\n1. Go on.\n2. Stop.\n'
    const compiled = (ends: string) => compileTexts(templates({ 'states/A.md': text.replaceAll('\n', ends) }))
    expect(compiled('\r\n').rows.get('X1')).toEqual(compiled('\n').rows.get('X1'))
  })

  test('a row that has two texts is refused with its name and that of the second file', () => {
    const again = '## Go (X1)\n\n- summary: goes on.\n'
    expect(() => compileTexts(templates({ 'states/B.md': again }))).toThrow('templates: states/B.md: X1 has two texts')
    expect(() => compileTexts(templates({ 'commands.md': again }))).toThrow('templates: commands.md: X1 has two texts')
  })

  test.each([
    ['states/A.md', '## Go (X9)\n\n- sumary: goes on.\n', 'X9: unknown key "sumary"'],
    ['commands.md', '## Go\n', 'the heading "Go"'],
    ['states/A.md', '## Go (X1)\n- as: X9\n', 'X1 is as X9'],
    ['states/A.md', '## Go (X1)\n- as: X2\n\n## Stop (X2)\n- as: X1\n', 'X2 is as X1'],
    ['phrases.md', '- name: a\n\nb\n', '"b" is no "- key: value"'],
  ])('what is wrong in %s is refused with the name of the file, every time', (file, text, problem) => {
    const folder = templates({ [file]: text })
    expect(() => compileTexts(folder)).toThrow(`templates: ${file}: ${problem}`)
    expect(() => compileTexts(folder)).toThrow(`templates: ${file}: ${problem}`)
  })
})

type Part = keyof RowText
const parts: Readonly<Record<Kind, { readonly needs: readonly Part[]; readonly may: readonly Part[] }>> = {
  advance: { needs: ['summary', 'ai', 'happened'], may: ['once', 'writes', 'tip', 'next'] },
  stay: { needs: ['summary', 'ai', 'happened'], may: ['writes', 'tip', 'next'] },
  missing: { needs: ['summary', 'ai', 'happened'], may: ['writes', 'tip', 'next'] },
  confirm: { needs: ['summary', 'ai', 'happened', 'next'], may: ['writes'] },
  invalid: { needs: ['refusal'], may: [] },
  block: { needs: ['because', 'next'], may: ['ai'] },
  'no-op': { needs: ['because', 'next'], may: ['ai'] },
  show: { needs: ['title', 'ai', 'where', 'next'], may: ['writes', 'tip'] },
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isRight = (part: string, value: unknown) =>
  part === 'tip' ? value === true : part === 'writes' ? Array.isArray(value) && value.every(isText) : isText(value)

/** What is no spell and answers like one. */
const verbs = ['fetched', 'new', 'override', 'undo']

describe('the texts of the engineer workflow', () => {
  const kinds = [...new Map(rows.map(({ id, kind }) => [id, kind]))]

  test('rows that share a text are of one kind', () => {
    expect(rows.filter(({ id, kind }) => new Map(kinds).get(id) !== kind)).toEqual([])
  })

  const ids = [...kinds, ...verbs.map((verb) => [verb, 'advance'] as const)]
  test.each(ids)('%s has the parts of its kind (%s), and no others', (id, kind) => {
    const text = texts.rows.get(id) ?? {}
    const { needs, may } = parts[kind]
    const has = Object.keys(text)
    expect(needs.filter((part) => !has.includes(part))).toEqual([])
    expect(has.filter((part) => ![...needs, ...may].some((name) => name === part))).toEqual([])
    expect(Object.entries(text).filter(([part, value]) => !isRight(part, value))).toEqual([])
  })

  test('placeholders are those that templates/README.md names', () => {
    const found = JSON.stringify([...texts.rows]).match(/\{\{[^}]*\}?\}?/g) ?? []
    const named = readFileSync('templates/README.md', 'utf8').match(/^- Placeholders:.*?^ {2}No others/ms)?.[0]
    expect([...new Set(found)].sort()).toEqual([...new Set(named?.match(/\{\{\w+\}\}/g))].sort())
    expect(texts.rows.get('undo')?.happened).toContain('{{undone}}')
  })

  test('what a spell does, when, and why not are clauses; a title is a noun with a capital', () => {
    // What has no proof is said by the store, as a clause.
    const clause = /^(?:[`a-z][^\n]*[^.\n]|\{\{lack\}\})$/
    const odd = [...texts.rows].filter(([, { summary, once, because, title }]) => {
      const clauses = [summary, once, because].filter((part) => part !== undefined)
      return clauses.some((part) => !clause.test(part)) || !/^[A-Z][a-z ]+$/.test(title ?? 'None')
    })
    expect(odd).toEqual([])
  })

  test('a reason has at most five words; what has no proof is said by the store', () => {
    const reasons = [...texts.rows.values()].flatMap(({ because = '' }) => (because === '{{lack}}' ? [] : [because]))
    expect(reasons.filter((because) => because.split(' ').length > 5)).toEqual([])
  })

  test('every file that a row creates has a template, and every template a row that creates it', () => {
    const created = rows.flatMap(({ effects = [] }) => effects.flatMap((e) => (e.do === 'create' ? [e.file] : [])))
    expect([...texts.files.keys()].sort()).toEqual([...new Set(created)].sort())
  })

  test('no template has an acceptance criterion, so none can be advanced as it is', () => {
    expect([...texts.files].filter(([, text]) => countCriteria(text).criteria > 0)).toEqual([])
  })

  test('no template has a box in a comment', () => {
    const boxInComment = /<!--(?:(?!-->).)*\[[ xX]\]/s
    const files = readdirSync('templates', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
    expect(files.filter((path) => boxInComment.test(readFileSync(`templates/${path}`, 'utf8')))).toEqual([])
  })
})

/** The rules of templates/README.md about where a row's text stands, and under which heading. */

const anyState = 'any-state'

describe.each<Definition>([engineer.definition, discovery, collab, hope])('the texts of $name', (definition) => {
  const { name, states, routers = [], events } = definition
  const rows = definition.rows as readonly Row[]
  const read = (path: string) => parseTexts(readFileSync(`templates/${name}/${path}`, 'utf8').replace(/\r\n/g, '\n'))
  const files = readdirSync(`templates/${name}/states`).map((file) => basename(file, '.md'))
  const each = eachIn(`templates/${name}`)
  const texts = files.flatMap((file) =>
    read(`states/${file}.md`).flatMap((text, at, all) => {
      const isAgain = all.findIndex(({ heading }) => heading === text.heading) < at
      return textsFor(text, each).map((one, index) => ({ ...one, file, isFirst: !isAgain && index === 0 }))
    }),
  )
  /** Of those that stand for each, or below one heading, the first says where they are. */
  const firsts = texts.filter(({ isFirst }) => isFirst)
  const compiled = compileTexts(`templates/${name}`)
  const rowsOf = (id: string) => rows.filter((row) => row.id === id)

  /** The longest name that the state's begins with: `clear` for `clear-bs1`, `PR_REVIEW_TASK_DRAFT` for both its halves. */
  const fileOf = (state: string) =>
    files
      .filter((file) => state === file || (state.startsWith(file) && '_-'.includes(state.charAt(file.length))))
      .sort((one, other) => other.length - one.length)[0]
  const shared = texts.flatMap(({ id, file, isFirst }) =>
    isFirst ? [] : rowsOf(id).map(({ from }) => ({ from, file })),
  )
  const statesIn = (file: string) =>
    [...states, ...routers].filter(
      (state) => fileOf(state) === file && !shared.some((one) => one.from === state && one.file !== file),
    )

  test('every row has one, and every text has a row', () => {
    expect(texts.map(({ id }) => id).sort()).toEqual([...new Set(rows.map(({ id }) => id))].sort())
  })

  test('each stands in the file of the first state that its row names, or of any state if it names none', () => {
    const home = ([row]: readonly Row[]) => {
      const first = typeof row?.from === 'string' ? row.from : Array.isArray(row?.from) ? row.from[0] : '*'
      return first.includes('*') ? anyState : fileOf(first)
    }
    expect(firsts.filter(({ id, file }) => file !== home(rowsOf(id))).map(({ id }) => id)).toEqual([])
  })

  test('no text says what another one says but for one value', () => {
    const said = new Map<string, string>()
    const twice = firsts.flatMap(({ id, as, text }) => {
      const { ai = '' } = text
      const same = ai.includes('\n') ? said.get(ai) : undefined
      said.set(ai, id)
      return as === undefined && same !== undefined ? [`${id} is as ${same}`] : []
    })
    expect(twice).toEqual([])
  })

  test('no file has the name of what is no state', () => {
    const all = [...states, ...routers].map(fileOf)
    expect(files.filter((file) => file !== anyState && !all.includes(file))).toEqual([])
  })

  test('a file begins with what the state is, then has the rows in the order of the table', () => {
    const place = ({ id }: (typeof texts)[number]) =>
      (compiled.rows.get(id)?.where === undefined ? rows.length : 0) + rows.findIndex((row) => row.id === id)
    for (const file of files) {
      const places = firsts.filter((text) => text.file === file).map(place)
      expect({ file, places }).toEqual({ file, places: places.toSorted((one, other) => one - other) })
    }
  })

  test('a heading says the event, the state if the file has several, and the condition', () => {
    const asHeading = (heading: string, file: string) => {
      const all = texts.flatMap((one) => (one.file === file && one.heading === heading ? rowsOf(one.id) : []))
      const asked = all.filter(({ on }) => events.includes(on))
      const answering = asked.length > 0 ? asked : all
      const starting = statesIn(file).filter((state) => all.some((row) => startsIn(row, state)))
      const on = [...new Set(answering.map((row) => (row.on === 'always' ? 'at once' : row.on)))].join(', ')
      const conditions = [...new Set(answering.map(({ when }) => when))]
      return {
        start: starting.length < statesIn(file).length ? `${on} in ${starting.join(', ')}` : on,
        // If there are several, the heading has words of its own for them.
        condition: conditions.length === 1 ? (conditions[0] ?? '') : undefined,
      }
    }
    const wrong = firsts.filter(({ file, heading }) => {
      const { start, condition } = asHeading(heading, file)
      const [said = '', ...rest] = heading.split(/: (.*)/)
      const event = name === 'engineer' ? said.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) : said
      return event !== start || (condition !== undefined && condition !== rest.join(''))
    })
    expect(wrong.map(({ heading, id }) => `${heading} (${id})`)).toEqual([])
  })

  test('a look begins with a sentence of at most 20 words', () => {
    expect(compiled.header.match(/[\p{L}\p{N}]\S*/gu)?.length).toBeLessThanOrEqual(20)
    expect(compiled.header).toMatch(/^> \*\*spell[\w ]*\*\*: [^.]+(?:`[^`]*`)?\.$/)
  })

  test('no text writes out the folder of a piece of work', () => {
    const entry = workflows.find((workflow) => workflow.name === name)
    const below = entry?.folder === undefined ? '/[^`]' : '(?![\\w-])'
    const { digests: _, files: created, rows, ...said } = compiled
    const all = JSON.stringify([said, ...rows, ...created.values()])
    expect(all.match(new RegExp(`.{0,30}${entry?.folder ?? entry?.named}${below}.{0,30}`, 'g'))).toBeNull()
  })

  test('what a command answers has a text, too', () => {
    const ofRows = new Set([...texts.map(({ id }) => id), ...rows.map(({ id }) => id)])
    const others = [...compiled.rows.keys()].filter((id) => !ofRows.has(id))
    expect(others).toContain('undo')
  })
})
