import { parse } from 'yaml'
import { placeInYaml } from '../../../src/install/hook-managers/yaml-place'

function put(text: string, at: readonly string[], line: string): string {
  const place = placeInYaml(text, at)
  if (typeof place === 'string') throw new Error(place)
  const ended = place.offset === text.length && !/(^|\n)$/.test(text) ? '\n' : ''
  return `${text.slice(0, place.offset)}${ended}${place.indent}${line}\n${text.slice(place.offset)}`
}

describe('an entry comes after the last one of', () => {
  test.each<[what: string, text: string, at: string[]]>([
    ['a list', 'jobs:\n  - a\n  - b\n', ['jobs']],
    ['a list that is not indented', 'jobs:\n- a\n- b\n', ['jobs']],
    ['a list in the midst', 'jobs:\n  - a\nother: 1\n', ['jobs']],
    ['a list with comments', '# top\njobs: # why\n  # first\n  - a # one\n\n  # last\n\n# end\nother: 1\n', ['jobs']],
    ['a list of maps', 'jobs:\n    - name: a\n      run: b\n    - run: c\nother: 1\n', ['jobs']],
    ['a list that ends with a text of lines', 'jobs:\n  - run: |\n      one\n      two\n\nother: 1\n', ['jobs']],
    ['a list that ends with a folded text', 'jobs:\n  - run: >-\n      one\n      two\nother: 1\n', ['jobs']],
    ['a list that ends with brackets', 'jobs:\n  - run: [1,\n      2]\nother: 1\n', ['jobs']],
    ['a list that ends with quotes over lines', 'jobs:\n  - run: "a\n      b"\nother: 1\n', ['jobs']],
    ['a list that ends with nothing', 'jobs:\n  - a\n  -\nother: 1\n', ['jobs']],
    ['a deep list', 'a:\n  b:\n    jobs:\n      - x\n    c: 1\nd: 1\n', ['a', 'b', 'jobs']],
    ['a list without a line end', 'jobs:\n  - a', ['jobs']],
    ['a list with the line ends of Windows', 'jobs:\r\n  - a\r\nother: 1\r\n', ['jobs']],
    ['a list after a mark', '---\njobs:\n  - a\n', ['jobs']],
    ['a list with names', 'x: &x 1\njobs:\n  - *x\n  - a\n', ['jobs']],
  ])('%s', (_, text, at) => {
    const find = (document: unknown) =>
      at.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
    const before = find(parse(text)) as unknown[]
    const after = put(text, at, '- new')
    expect(find(parse(after))).toEqual([...before, 'new'])
    expect(after.replace(/^ *- new\n/m, '').trimEnd()).toBe(text.trimEnd())
  })

  test.each<[what: string, text: string, at: string[]]>([
    ['a map', 'hook:\n  one: 1\nother: 2\n', ['hook']],
    ['a map that has a map', 'hook:\n  one:\n    run: a\n\n  # two\nother: 2\n', ['hook']],
    ['the whole', 'one: 1\n# end\n', []],
    ['the whole without a line end', 'one: 1', []],
    ['nothing', '', []],
    ['comments alone', '# nothing yet\n', []],
    ['a key without a value', 'hook:\nother: 1\n', ['hook']],
    ['a key without a value, with a comment', 'hook: # later\n# and\nother: 1\n', ['hook']],
  ])('%s', (_, text, at) => {
    const after = put(text, at, 'new: 1')
    const found = at.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], parse(after))
    expect(found).toMatchObject({ new: 1 })
    expect(Object.keys(parse(after))).toEqual([
      ...new Set([...Object.keys(parse(text) ?? {}), ...(at.length ? [] : ['new'])]),
    ])
  })
})

test.each<[text: string, at: string[], why: string]>([
  ['jobs: [a, b]\n', ['jobs'], 'it is not written in lines that spell could add one to.'],
  ['{ jobs: [] }\n', ['jobs'], 'it is not written in lines that spell could add one to.'],
  ['jobs: none\n', ['jobs'], 'it is not written in lines that spell could add one to.'],
  ['- a\n', ['jobs'], 'it is not a map.'],
  ['hook: 1\n', ['hook', 'jobs'], 'it has something else where spell would add to a map.'],
  ['a: 1\n---\nb: 2\n', [], 'it has more than one document.'],
  ['a: 1\n...\n', [], 'it has more than one document.'],
  ['a: 1\nb: [\n', [], 'it is not valid YAML in line 3.'],
  ['a: 1\na: 2\n', [], 'it is not valid YAML in line 2.'],
])('%j with %j cannot be added to', (text, at, why) => {
  expect(placeInYaml(text, at)).toBe(why)
})
