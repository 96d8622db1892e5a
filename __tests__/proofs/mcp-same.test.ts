import { pathToFileURL } from 'node:url'
import { type Answer, exitOf } from '../../src/cast/answer/answer'
import { asMarkdown } from '../../src/cast/answer/render'
import { type Folder, makeFolder } from '../support/folder'
import { type Connected, connect, partsOf, textOf } from '../support/packed-mcp-client'
import { type Run, start } from '../support/packed-program'
import { reached, worldOf } from '../support/row-worlds'

// The same is cast through the command line and through the server, in two copies; every answer, every file, and exit code
// and `isError` are the same.

/** Without what is never the same twice: times, ids of works, and the digests of lines that have times in them. */
const timeless = (text: string): string =>
  text
    .replace(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g, '<time>')
    .replace(/\d{4}-\d{2}-\d{2}-\d{4}(-[0-9a-f]{8}\b)?/g, '<stamp>')
    .replace(/"work":"[0-9a-f]{8}"/g, '"work":"<work>"')
    .replace(/"(digest|previous)":"[0-9a-f]{64}"/g, '"$1":"<digest>"')

const contentsOf = (folder: Folder) =>
  Object.fromEntries(Object.entries(folder.contents()).map(([path, text]) => [timeless(path), timeless(text)]))

/** One server that goes from folder to folder, as a client that opens one after the other. */
async function server(): Promise<{ open: (folder: Folder) => Promise<void>; connected: Connected }> {
  let uri = ''
  const connected = await connect(makeFolder().path, { roots: () => [uri] })
  const open = async (folder: Folder) => {
    uri = pathToFileURL(folder.path).href
    await connected.client.sendRootsListChanged()
  }
  return { open, connected }
}

/** What the server answers, as the command line would print it. */
async function called({ call }: Connected, tool: string) {
  const answer = await call(tool)
  return { parts: answer.structuredContent, text: textOf(answer), failed: answer.isError === true }
}

const typed = (folder: Folder, ...args: string[]): Promise<Run> => start(folder.path, args).ended

test('every row of the table, in every one of its states', async () => {
  const { open, connected } = await server()
  const atOnce = 4
  const waiting = [...reached]
  const codes = new Set<number | null>()
  const printed = new Map<(typeof reached)[number], Promise<{ folder: Folder; run: Run }>>()
  const ahead = () => {
    const world = waiting.shift()
    if (!world) return
    const folder = makeFolder(worldOf(world))
    const run = typed(folder, world.row.on, '--json').then((done) => ({ folder, run: done }))
    printed.set(world, run)
  }
  for (let count = 0; count < atOnce; count++) ahead()
  for (const world of reached) {
    const asked = makeFolder(worldOf(world))
    await open(asked)
    const { parts, text, failed } = await called(connected, world.row.on)
    const { folder, run } = await (printed.get(world) ?? Promise.reject(new Error('not started')))
    ahead()
    const document: Answer = JSON.parse(run.stdout)
    expect(timeless(JSON.stringify(parts))).toBe(timeless(JSON.stringify(partsOf(document))))
    expect(document.row).toBe(world.row.id)
    expect(timeless(text)).toBe(timeless(asMarkdown(document, 'both')))
    expect(failed).toBe(run.exitCode !== 0)
    expect(run.exitCode).toBe(exitOf(document.outcome))
    expect(contentsOf(asked)).toEqual(contentsOf(folder))
    codes.add(run.exitCode)
  }
  expect([...codes].sort()).toEqual([0, 3, 4])
})

test.each<[what: string, files: Record<string, string>, code: number]>([
  ['a state that is garbage', { '.ai/task/state.json': '{' }, 5],
  ['settings with a mistake', { '.ai/spell.json': '{ "colour": 1 }' }, 5],
  ['a folder in place of the plan', { '.ai/task/plan.md/file': '' }, 1],
  ['a history without its state', { '.ai/task/history.jsonl': '{}\n' }, 5],
])('an error: %s', async (_, files, code) => {
  const { open, connected } = await server()
  const [asked, other] = [makeFolder(files), makeFolder(files)]
  await open(asked)
  for (const name of ['lumos', 'accio']) {
    const [words, json] = await Promise.all([typed(other, name), typed(other, name, '--json')])
    const { parts, text, failed } = await called(connected, name)
    const wanted = { text: words.stderr, parts: partsOf(JSON.parse(json.stdout)), failed: true }
    expect({ text, parts, failed }).toEqual(wanted)
    expect([words.exitCode, json.exitCode]).toEqual([code, code])
  }
  expect(contentsOf(asked)).toEqual(contentsOf(other))
})
