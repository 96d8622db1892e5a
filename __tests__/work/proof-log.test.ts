import fc from 'fast-check'
import {
  fitsLine,
  maxProofBytes,
  type NewProof,
  proofLogOf,
  proofsPath,
  readProofs,
  withProof,
} from '../../src/work/proof-log'
import { archivedIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { addProof, sampleProof } from '../support/add-proof'
import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'
import { often } from '../support/proving'

const workflow = engineer
const path = proofsPath(workflow)
const said: NewProof = { ...sampleProof, treeAll: 'b'.repeat(40) }
const logOf = (...outcomes: NewProof['outcome'][]) => {
  const folder = makeFolder({ '.ai/task/plan.md': '', '.ai/.local/.gitignore': '*\n' })
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
  const folder = makeFolder({ '.ai/task/plan.md': '', '.ai/.local/.gitignore': '*\n' })
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
    const lines = folder.read(path).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(proofs)
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
  ])('do not count beside %s', (_, change, line, because) => {
    const folder = logOf('failed', 'passed', 'passed')
    folder.write({ [path]: `${change(folder.read(path).trimEnd().split('\n')).join('\n')}\n` })
    expect(read(folder.path).fault).toEqual({ line, because })
    expect(seen(folder.path)).toEqual([])
    expect(() => addProof(folder.path, workflow, said)).toThrow(`.ai/task/proofs.jsonl:${line} `)
  })

  test('of other work do not count', () => {
    const { path: root } = logOf('passed')
    expect(readProofs(root, workflow, 'ffffffff')).toEqual({ proofs: [], fault: { line: 1, because: 'of other work' } })
    expect(readProofs(root, workflow, undefined).proofs).toEqual([])
  })

  test('of an archive are named by its state, which says nothing else than before', () => {
    const [folder, at] = [logOf(), '.ai/archive/orders-0123abcd']
    const [state, log] = [`${at}/state.json`, `${at}/proofs.jsonl`]
    const before = standing('ACHIEVE_COMPLETE')['.ai/task/state.json'] ?? ''
    folder.write({ [state]: before })
    const archive = () => archivedIn(folder.path, workflow, at)
    const { work: _, ...none } = said
    const twice = withProof(withProof(archive(), none), { ...none, outcome: 'failed' })
    const [, last] = proofLogOf(twice).proofs
    expect(proofLogOf(archive())).toEqual(proofLogOf(twice))
    expect(JSON.parse(folder.read(state))).toEqual({ ...JSON.parse(before), proof: last?.digest })
    folder.write({ [log]: folder.read(log).replace(/\n.*\n$/, '\n') })
    expect(proofLogOf(archive())).toEqual({ proofs: [], fault: { line: 1, because: 'cut off' } })
    expect(() => withProof(archive(), none)).toThrow(`${log}:1 `)
  })

  const word = fc.string({ unit: 'grapheme', maxLength: 400 })
  const files = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant('0'.repeat(16)), {
    maxKeys: 8,
  })
  /** A proof with everything that a line can have, each at its longest now and then. */
  const any = fc
    .record({
      started: fc.oneof(
        fc.record({ argv: fc.array(word, { minLength: 1, maxLength: 12 }) }),
        fc.record({ shell: fc.string({ unit: 'grapheme', maxLength: 3_000 }) }),
      ),
      in: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1_500 }), { nil: undefined }),
      files: fc.option(files, { nil: undefined }),
      signal: fc.constantFrom(undefined, 'SIGKILL'),
      tree: fc.constantFrom('a'.repeat(40), 'a'.repeat(64)),
    })
    .map(({ started, in: folder, files, signal, tree }): NewProof => {
      const { argv: _, ...rest } = said
      const counted = { passed: 999_999, failed: 0, skipped: 999_999 }
      const more = { tests: counted, head: tree, tree, treeAll: tree, ci: true as const, exit: 255 }
      const asked = { ...(folder && { in: folder }), ...(files && { files }), ...(signal && { signal }) }
      return { ...rest, ...more, ...asked, ...started }
    })

  test('have one kilobyte each at most, whatever was run where, and files that have no room are none', () => {
    fc.assert(
      fc.property(any, (proof) => {
        const folder = logOf('passed')
        if (!fitsLine(proof)) return expect(proof.files).toBeDefined()
        const kept = addProof(folder.path, workflow, proof)
        for (const line of folder.read(path).trimEnd().split('\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxProofBytes)
        const { argv: _, shell: __, in: ___, ...whole } = proof
        expect(read(folder.path)).toMatchObject({ proofs: [said, whole] })
        const argv = kept.argv ?? []
        expect(proof.argv?.slice(0, argv.length - 1) ?? []).toEqual(argv.slice(0, -1))
        for (const [all = '', part = ''] of [
          [proof.argv?.[argv.length - 1], argv.at(-1)],
          [proof.shell, kept.shell],
          [proof.in, kept.in],
        ])
          expect(all.startsWith(part)).toBe(true)
        return undefined
      }),
      { numRuns: often(800) },
    )
  })

  test('leave out what is too long, not what has room', () => {
    const long = 'é'.repeat(5_000)
    const { shell = '', argv: _, ...rest } = addProof(logOf().path, workflow, { ...said, shell: long })
    expect(long.startsWith(shell) && shell.length > 50 && rest.exit).toBe(0)
    expect(addProof(logOf().path, workflow, said)).toMatchObject(said)
  })
})
