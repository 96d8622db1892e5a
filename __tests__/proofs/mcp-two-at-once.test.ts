import { spellHere } from '../support/packed-program'
import { calls, makeStages, nameOf, serveTwoAtOnce } from '../support/packed-two-at-once'

jest.setTimeout(1_800_000)

const rounds = 1000

test('of two calls at once, in every order of every pair, none takes the lock from the other', async () => {
  const pairs = calls.flatMap((first) => calls.map((second) => [first, second] as const))
  const server = serveTwoAtOnce(makeStages())
  try {
    for (const call of calls)
      expect({ call: nameOf(call), writes: (await server.round(call)).taken > 0 }).toEqual({
        call: nameOf(call),
        writes: true,
      })
    for (let round = 0; round < rounds; round++) {
      const pair = pairs[round % pairs.length] ?? []
      const { errors, stolen, taken, root } = await server.round(...pair)
      const { exitCode, stdout } = spellHere(root, ['doctor'])
      expect({ pair: pair.map(nameOf), errors, stolen, isTaken: taken > 0, exitCode, stdout }).toEqual({
        pair: pair.map(nameOf),
        errors: [expect.any(Boolean), expect.any(Boolean)],
        stolen: [],
        isTaken: true,
        exitCode: 0,
        stdout: 'All is well: state, history and files fit together.\n',
      })
    }
  } finally {
    server.stop()
  }
})
