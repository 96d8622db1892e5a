import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { compileTexts, eachIn, textsFor } from '../../scripts/compile-texts'
import { parseTexts } from '../../scripts/parse-texts'
import type { Definition, Row } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import { definition as collab } from '../../src/workflows/collab'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { definition as hope } from '../../src/workflows/hope'
import { workflows } from '../../src/workflows/registry'

/** The rules of templates/README.md about where a row's text stands, and under which heading. */

const anyState = 'any-state'

describe.each<Definition>([engineer.definition, discovery, collab, hope])('the texts of $name', (definition) => {
  const { name, states, routers = [], events } = definition
  const rows = definition.rows as readonly Row[]
  const read = (path: string) => parseTexts(readFileSync(`templates/${name}/${path}`, 'utf8').replace(/\r\n/g, '\n'))
  const files = readdirSync(`templates/${name}/states`).map((file) => basename(file, '.md'))
  const each = eachIn(`templates/${name}`)
  const texts = files.flatMap((file) =>
    read(`states/${file}.md`).flatMap((text) =>
      textsFor(text, each).map((one, index) => ({ ...one, file, isFirst: index === 0 })),
    ),
  )
  /** Of those that stand for each, the first says where they are. */
  const firsts = texts.filter(({ isFirst }) => isFirst)
  const compiled = compileTexts(`templates/${name}`)
  const rowsOf = (id: string) => rows.filter((row) => row.id === id)

  /** The longest name that the state's begins with: `clear` for `clear-bs1`, `PR_REVIEW_TASK_DRAFT` for both its halves. */
  const fileOf = (state: string) =>
    files
      .filter((file) => state === file || (state.startsWith(file) && '_-'.includes(state.charAt(file.length))))
      .sort((one, other) => other.length - one.length)[0]
  const shared = texts.flatMap(({ id, file, isFirst }) => (isFirst ? [] : rowsOf(id).map(({ from }) => ({ from, file }))))
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
    const asHeading = (id: string, file: string) => {
      const all = rowsOf(id)
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
    const wrong = firsts.filter(({ id, file, heading }) => {
      const { start, condition } = asHeading(id, file)
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

  test('what a command answers that is no row is in its own file', () => {
    const commands = read('commands.md').map(({ id }) => id)
    expect(commands.filter((id) => rowsOf(id).length > 0)).toEqual([])
    expect(commands).toContain('undo')
  })
})
