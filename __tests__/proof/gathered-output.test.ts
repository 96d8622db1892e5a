import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { gatherOutput, keptHeadBytes, keptTailBytes } from '../../src/proof/gathered-output'

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

test('a text that was not asked for is not found', () => {
  expect(gathered([['abc', 'stdout']], ['a']).stdoutHas('b')).toBe(false)
})
