import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compilePages } from '../../scripts/compile-templates'
import { newToken, serve } from '../../src/show/watch/server'
import { html } from '../../src/text/blocks/write-html'
import { beforeFoldersGo, makeFolder } from '../support/folder'
import { at, listen } from '../support/watch-client'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** In bytes, after what is not needed any more is gone. */
function heap(): number {
  for (const _ of [1, 2, 3]) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let close = async () => {}
beforeFoldersGo(() => close())

/** A change makes a page of some twenty kilobytes: ten thousand kept ones would be two hundred megabytes. */
const changes = 10_000
const pageBytes = 20_000
const mostGrowthBytes = 4_000_000

test('ten thousand changes, and readers that come, go and do not read, leave nothing behind', async () => {
  makeFolder()
  const token = newToken()
  let round = 0
  const server = await serve(
    token,
    compilePages('templates/pages'),
    async (page) => ({ isThere: true, title: `${page} ${round}`, body: html`${`${round} `.repeat(pageBytes / 5)}` }),
    () => {},
  )
  close = server.close
  const board = at(`http://127.0.0.1:${server.port}/?t=${token}`, '/follow')
  let reader = await listen(board)
  const change = async () => {
    round++
    await server.tell()
    await reader.until(`${round} `)
    reader.heard.length = 0
  }
  for (let count = 0; count < 500; count++) await change()
  const before = heap()
  for (let count = 0; count < changes; count++) {
    await change()
    if (count % 20 > 0) continue
    // One that never reads, and is given up by either side.
    const silent = await listen(board)
    silent.stop()
    reader.stop()
    reader = await listen(board)
  }
  expect(heap() - before).toBeLessThan(mostGrowthBytes)
})
