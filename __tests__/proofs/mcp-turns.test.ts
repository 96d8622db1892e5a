import { makeRepository } from '../support/folder'
import { connect } from '../support/packed-mcp-client'
import { spell } from '../support/packed-program'

/** Enough for hundreds of turns. */
const count = 100_000
/** More than a server can answer before it has begun with what takes long. */
const enough = 10

const historyFile = '.ai/discovery/csv-export/history.jsonl'

/** A plan whose history says the same again and again: so it has to be read whole, and is found to be damaged. */
function longPlan() {
  const folder = makeRepository()
  spell(folder.path, ['discovery', 'start', 'csv-export'])
  const text = folder.read(historyFile)
  const { number: _, ...unnumbered } = JSON.parse(text)
  folder.write({ [historyFile]: `${JSON.stringify(unnumbered)}\n`.repeat(count) + text })
  return folder
}

test.each([['history', ['--limit', '1']]])('a ping is answered while %s %j runs', async (verb, words) => {
  const { client, call } = await connect(longPlan().path)
  let isDone = false
  const answered = call('workflow', { workflow: 'discovery', verb, arguments: words }).finally(() => {
    isDone = true
  })
  let pings = 0
  while (!isDone && pings < enough) {
    await client.ping()
    if (!isDone) pings += 1
  }
  expect(pings).toBe(enough)
  expect((await answered).isError).toBe(false)
})
