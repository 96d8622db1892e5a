import { proveEdits, walks } from '../support/edits-after-crash'

jest.setTimeout(1_200_000)

let total = 0
afterAll(() => console.log(`${total} edits`))

describe('wherever its process dies, and whatever a user then does to a file that the step touches', () => {
  test.each(Object.entries(walks))('the next step of %s ends with check green and no text lost', async (_, walk) => {
    const tried = await proveEdits(walk)
    total += tried
    expect(tried).toBeGreaterThan(0)
  })
})
