import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { itemsOf } from '../../src/proof/consent/current-commands'
import { gatherOutput, keptHeadBytes, keptTailBytes } from '../../src/proof/gathered-output'
import { judge } from '../../src/proof/judge'
import { withBox } from '../../src/proof/keep-result'
import { startTree } from '../../src/proof/process-group'
import { type RunOutcome, shellFor } from '../../src/proof/run-command'
import { runItem } from '../../src/proof/run-item'
import { taskItems } from '../../src/text/markdown/task-items'
import { durationText } from '../../src/text/time'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import { engineer } from '../../src/workflows/engineer'
import { makeFolder, plainEnv } from '../support/folder'

const manifest = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) })
// It names the script, and is as fast as Node.
const plan = '- [ ] a\n  - run: `node -e 0 npm test`\n'

test('a script that changes after consent to it was looked up proves nothing', async () => {
  const folder = makeFolder({ ...manifest('x'), '.ai/spell.json': '{}' })
  const [item] = itemsOf(engineer, engineer.plan?.criteria(plan).map(readCriterion) ?? [], { always: [] })
  if (!item) throw new Error('there is one')
  const here = { trees: undefined, plan, proofs: undefined, beside: {} }
  const found: (readonly string[])[] = []
  await runItem(item, here, {
    work: { root: folder.path, flow: engineer },
    ran: new Map(),
    asked: [],
    env: plainEnv,
    within: '1m',
    ticks: () => 0,
    now: () => new Date(),
    look: async () => here,
    reasonAgainst: () => void folder.write(manifest('other')),
    onResult: async ({ verdict, because }) => void found.push([verdict, ...because]),
  })
  expect(found).toEqual([['changed', expect.stringContaining('what it runs changed while it ran')]])
})

describe('without process groups', () => {
  test('a command runs in its folder and ends', async () => {
    const { path } = makeFolder()
    const code = 'console.log(process.cwd()); process.exit(3)'
    const tree = await startTree([process.execPath, '-e', code], path, plainEnv)
    const pieces: Buffer[] = []
    tree.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    tree.stderr.resume()
    expect(await tree.ended).toEqual({ exit: 3, signal: null })
    await tree.closed
    expect(Buffer.concat(pieces).toString()).toBe(`${path}\n`)
    expect(tree.isAlive()).toBe(false)
  })

  test('a program that is missing is told', async () => {
    const tree = await startTree(['no-such-program'], makeFolder().path, plainEnv)
    await expect(tree.ended).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test.each([
  ['cmd', 'usr/bin/sh.exe'],
  ['bin', 'bin/sh.exe'],
])('on Windows that of git, which is in %s: %s', (folder, shell) => {
  const git = makeFolder({ [`${folder}/git.exe`]: '', [shell]: '' })
  expect(shellFor({ Path: join(git.path, folder) }, true)).toBe(join(git.path, shell))
})

test('on Windows without git that in the PATH', () => {
  expect(shellFor({ PATH: makeFolder().path }, true)).toBe('sh')
})

const output = gatherOutput([]).end()
const of = (outcome: RunOutcome, changes: readonly string[] = []) =>
  judge({ expect: [] }, { outcome, output }, 90_000, () => undefined, changes)

test.each<[RunOutcome, verdict: string, because: string[]]>([
  [{ kind: 'ended', exit: 0 }, 'passed', []],
  [{ kind: 'ended', exit: 2 }, 'failed', ['it ended with 2, not 0']],
  [{ kind: 'signal', signal: 'SIGKILL' }, 'killed', ['it was ended by SIGKILL']],
  [{ kind: 'timed out' }, 'timed out', ['it took more than 1 min 30 s']],
  [{ kind: 'cannot start', reason: 'It is a folder.' }, 'cannot start', ['It is a folder']],
])('%j is judged', (outcome, verdict, because) => {
  expect(of(outcome)).toMatchObject({ verdict, because })
})

test('what has changed speaks against a command that passed, and is said of one that failed', () => {
  expect(of({ kind: 'ended', exit: 0 }, ['x'])).toMatchObject({ verdict: 'changed', because: ['x'] })
  expect(of({ kind: 'ended', exit: 1 }, ['x'])).toMatchObject({
    verdict: 'failed',
    because: ['it ended with 1, not 0', 'x'],
  })
})

// biome-ignore format: in one paragraph
test.each([
  [0, '0 s'], [49, '0 s'], [50, '0.1 s'], [1_000, '1 s'], [9_949, '9.9 s'], [9_950, '10 s'], [59_499, '59 s'],
  [59_500, '1 min'], [60_000, '1 min'], [119_600, '2 min'], [185_000, '3 min 5 s'],
])('%d ms are %s', (ms, words) => {
  expect(durationText(ms)).toBe(words)
})

const both = ['stdout', 'stderr'] as const
const gathered = (pieces: readonly (readonly [string | Buffer, (typeof both)[number]])[], texts: string[] = []) => {
  const gathering = gatherOutput(texts)
  for (const [piece, from] of pieces) gathering.add(Buffer.from(piece), from)
  return gathering.end()
}

test('whatever comes in whatever pieces, it is counted, digested, searched, and its beginning and end are kept', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'é', '\n'), { minLength: 1, maxLength: 6 }).map((all) => all.join(''))
  const small = fc.array(fc.constantFrom(...Buffer.from('abé\n')), { maxLength: 9 }).map((bytes) => Buffer.from(bytes))
  const large = fc
    .tuple(fc.constantFrom('a', 'b\n', 'é'), fc.integer({ min: 1, max: 70_000 }))
    .map(([unit, times]) => Buffer.from(unit.repeat(times)))
  const piece = fc.tuple(fc.oneof({ weight: 5, arbitrary: small }, large), fc.constantFrom(...both))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(text, { maxLength: 3 }), (pieces, texts) => {
      const whole = Buffer.concat(pieces.map(([bytes]) => bytes))
      const stdout = Buffer.concat(pieces.filter(([, from]) => from === 'stdout').map(([bytes]) => bytes))
      const output = gathered(pieces, texts)
      expect(output.bytes).toBe(whole.length)
      expect(output.sha256).toBe(createHash('sha256').update(whole).digest('hex'))
      expect(output.head.equals(whole.subarray(0, keptHeadBytes))).toBe(true)
      expect(output.tail.equals(whole.subarray(keptHeadBytes).subarray(-keptTailBytes))).toBe(true)
      expect(texts.map(output.stdoutHas)).toEqual(texts.map((each) => stdout.includes(each)))
    }),
  )
})

test('its last lines are the last twenty', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`)
  expect(gathered([[`${lines.join('\n')}\n`, 'stdout']]).lastLines).toEqual(lines.slice(-20))
  expect(gathered([[lines.join('\r\n'), 'stderr']]).lastLines).toEqual(lines.slice(-20))
  expect(
    gathered([
      ['one\n', 'stdout'],
      ['\n', 'stderr'],
      ['two', 'stdout'],
    ]).lastLines,
  ).toEqual(['one', '', 'two'])
  expect(gathered([]).lastLines).toEqual([])
})

test('its last lines are whole where its beginning is left out', () => {
  const { bytes, lastLines } = gathered([
    ['é'.repeat(100_000), 'stdout'],
    ['\nlast\n', 'stdout'],
  ])
  expect(bytes).toBe(200_006)
  expect(lastLines.at(-1)).toBe('last')
})

test.each<[before: string, line: number, ticked: boolean, after: string]>([
  ['- [ ] a', 1, true, '- [x] a'],
  ['- [x] a\n- [X] b\n', 2, false, '- [x] a\n- [ ] b\n'],
  ['\uFEFF# P\r\n\r\n* [ ] a [ ] b\r\n', 3, true, '\uFEFF# P\r\n\r\n* [x] a [ ] b\r\n'],
  ['a\r- [ ] b', 2, true, 'a\r- [x] b'],
  ['1. - [x] a', 1, true, '1. - [x] a'],
])('%j: the box of line %i becomes %j', (before, line, ticked, after) => {
  expect(withBox(before, line, ticked)).toBe(after)
})

test.each([
  ['- a\n- [ ] b', 1],
  ['- [ ] b', 2],
])('%j has no box in line %i', (markdown, line) => {
  expect(() => withBox(markdown, line, true)).toThrow(/line/)
})

test('of any document every box can be ticked and opened, and nothing else changes', () => {
  // biome-ignore format: in one paragraph
  const line = fc.constantFrom(
    '- [ ] a', '* [x] b', '  1. [X] c', '- [ ]   d [ ]', '```', 'text', '', '> - [ ] q', '<!--', '-->', '- - [ ] e',
  )
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end), { maxLength: 12 }), (lines) => {
      const markdown = lines.flat().join('')
      const items = taskItems(markdown)
      for (const [index, item] of items.entries()) {
        const changed = withBox(markdown, item.line, !item.ticked)
        const others = (all: typeof items) =>
          all.filter((_, at) => at !== index).map(({ ticked, text }) => ({ ticked, text }))
        expect(taskItems(changed)[index]).toMatchObject({ ticked: !item.ticked, text: item.text, line: item.line })
        expect(others(taskItems(changed))).toEqual(others(items))
        expect(withBox(changed, item.line, item.ticked)).toBe(withBox(markdown, item.line, item.ticked))
        expect([...changed].filter((character, at) => character !== [...markdown][at])).toHaveLength(1)
      }
    }),
  )
})
