import fc from 'fast-check'
import { matchBase } from '../../src/check/base'
import { parseLine } from '../../src/work/history/history-line'
import { work } from '../support/casting'
import { makeFolder } from '../support/folder'
import { often } from '../support/proving'

const path = '.ai/task/history.jsonl'
let text: string
let digests: (string | undefined)[]
beforeAll(async () => {
  text = (await work()).read(path)
  digests = text
    .trim()
    .split('\n')
    .map((line) => parseLine(line)?.digest)
})

/** A history as git prints it: in pieces that end anywhere. */
const printed = (...ends: number[]) => {
  const bytes = Buffer.from(text)
  const cuts = [0, ...ends, bytes.length].sort((one, other) => one - other)
  return {
    id: '0'.repeat(40),
    size: bytes.length,
    read: async (take: (piece: Buffer) => void) =>
      cuts.slice(1).forEach((end, index) => {
        take(bytes.subarray(cuts[index], end))
      }),
  }
}

test('every line of the base is read, wherever git cuts what it prints', async () => {
  const { path: root } = makeFolder()
  const lostIn = async (...ends: number[]) => {
    const base = { name: 'main', commit: '0'.repeat(40), histories: new Map([[path, printed(...ends)]]) }
    return (await matchBase(base, root, [])).lost
  }
  expect(digests.length).toBeGreaterThan(3)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (ends) => {
      expect(await lostIn(...ends)).toEqual([{ path, digests }])
    }),
    { numRuns: often(400) },
  )
})
