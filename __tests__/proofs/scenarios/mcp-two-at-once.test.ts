import { spell } from '../../support/packed-program'
import { calls, makeStages, nameOf, serveTwoAtOnce } from '../../support/packed-two-at-once'

/** All pairs are tried by proofs/mcp-two-at-once, and each call by this in the proofs. */
test('of two calls at once none takes the lock from the other, and both are answered', async () => {
  const server = serveTwoAtOnce(makeStages())
  try {
    for (const [index, first] of [...calls.entries()]) {
      const alone = await server.round(first)
      expect({ call: nameOf(first), writes: alone.taken > 0 }).toEqual({ call: nameOf(first), writes: true })

      const second = calls[(index * 5 + 1) % calls.length] ?? first
      const { errors, stolen, root } = await server.round(first, second)
      expect({ pair: [first, second].map(nameOf), errors, stolen }).toMatchObject({
        errors: [expect.any(Boolean), expect.any(Boolean)],
        stolen: [],
      })
      if (index % 9 === 0) expect(spell(root, ['doctor'])).toMatchObject({ exitCode: 0 })
    }
  } finally {
    server.stop()
  }
})
