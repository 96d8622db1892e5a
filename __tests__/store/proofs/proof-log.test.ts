import fc from 'fast-check'
import { addProof, maxProofBytes, type NewProof, proofsPath, readProofs } from '../../../src/store/proofs/proof-log'
import { makeFolder } from '../../support/folder'

const workflow = { folder: '.ai/task' }
const path = proofsPath(workflow)
const said: NewProof = {
  time: '2026-01-01T00:00:00.000Z',
  work: '0123abcd',
  criterion: '0123456789abcdef',
  commands: 'fedcba9876543210',
  command: 1,
  of: 1,
  argv: ['npm', 'test'],
  outcome: 'passed',
  exit: 0,
  ms: 12,
  output: 'a'.repeat(64),
  treeAll: 'b'.repeat(40),
  node: 'v20.0.0',
  os: 'linux x64',
}
const logOf = (...outcomes: NewProof['outcome'][]) => {
  const folder = makeFolder({ '.ai/task/state.json': '{}', '.ai/.local/.gitignore': '*\n' })
  for (const outcome of outcomes) addProof(folder.path, workflow, { ...said, outcome })
  return folder
}
const read = (root: string) => readProofs(root, workflow, '0123abcd')
const seen = (root: string) => read(root).proofs.map(({ outcome }) => outcome)

test.each<[key: string, value: unknown]>([
  ['tests', { passed: '1', failed: 0, skipped: 0 }],
  ['tests', 7],
  ['files', null],
  ['files', { 'a.ts': 7 }],
  ['ms', 1.5],
  ['outcome', 'ok'],
])('a line with %s %j is no proof, however it is sealed', (key, value) => {
  const folder = makeFolder({ '.ai/task/state.json': '{}', '.ai/.local/.gitignore': '*\n' })
  addProof(folder.path, workflow, { ...said, [key]: value } as NewProof)
  expect(read(folder.path)).toEqual({ proofs: [], fault: { line: 1, because: 'changed' } })
})

describe('the proofs of a piece of work', () => {
  test('are read as they were added, each following the one before', () => {
    const folder = logOf('failed', 'passed')
    const { proofs, fault } = read(folder.path)
    expect(fault).toBeUndefined()
    expect(proofs).toMatchObject([
      { ...said, outcome: 'failed' },
      { ...said, previous: proofs[0]?.digest },
    ])
    expect(
      folder
        .read(path)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(proofs)
  })

  test('are none if nothing was proven', () => {
    expect(read(logOf().path)).toEqual({ proofs: [] })
  })

  test('are read from a file as Windows writes it, and from one whose last line lost its end', () => {
    const folder = logOf('failed', 'passed')
    folder.write({ [path]: folder.read(path).replaceAll('\n', '\r\n') })
    expect(seen(folder.path)).toEqual(['failed', 'passed'])
    folder.write({ [path]: folder.read(path).trimEnd() })
    addProof(folder.path, workflow, said)
    expect(seen(folder.path)).toEqual(['failed', 'passed', 'passed'])
  })

  test.each<[what: string, change: (lines: string[]) => string[], line: number, because: string]>([
    ['a line that was edited', ([a = '', ...rest]) => [a.replace('failed', 'passed'), ...rest], 1, 'changed'],
    ['a line that is none', (lines) => [...lines, 'x'], 4, 'changed'],
    ['an empty line', ([a = '', ...rest]) => [a, '', ...rest], 2, 'changed'],
    ['a line that is missing', ([a = '', , c = '']) => [a, c], 2, 'replaced'],
    ['a first line that is missing', ([, ...rest]) => rest, 1, 'replaced'],
    ['a line that is there twice', ([a = '', ...rest]) => [a, a, ...rest], 2, 'replaced'],
  ])('end before %s', (_, change, line, because) => {
    const folder = logOf('failed', 'passed', 'passed')
    folder.write({ [path]: `${change(folder.read(path).trimEnd().split('\n')).join('\n')}\n` })
    expect(read(folder.path).fault).toEqual({ line, because })
    expect(seen(folder.path)).toEqual(['failed', 'passed', 'passed'].slice(0, line - 1))
    expect(() => addProof(folder.path, workflow, said)).toThrow(`.ai/task/proofs.jsonl:${line} `)
  })

  test('of other work do not count', () => {
    const { path: root } = logOf('passed')
    expect(readProofs(root, workflow, 'ffffffff')).toEqual({ proofs: [], fault: { line: 1, because: 'of other work' } })
    expect(readProofs(root, workflow, undefined).proofs).toEqual([])
  })

  test('have one kilobyte each at most, and of long arguments the first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 12 }),
        (argv) => {
          const folder = logOf()
          const { argv: kept = [] } = addProof(folder.path, workflow, { ...said, argv })
          expect(Buffer.byteLength(folder.read(path).trimEnd())).toBeLessThanOrEqual(maxProofBytes)
          expect(argv.slice(0, kept.length - 1)).toEqual(kept.slice(0, -1))
          expect(argv[kept.length - 1]?.startsWith(kept.at(-1) ?? '')).toBe(true)
          expect(seen(folder.path)).toEqual(['passed'])
        },
      ),
      { numRuns: 50 },
    )
    expect(
      Buffer.byteLength(JSON.stringify(addProof(logOf().path, workflow, { ...said, shell: 'é'.repeat(5000) }))),
    ).toBeLessThanOrEqual(maxProofBytes)
  })
})
