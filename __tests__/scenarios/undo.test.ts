import { type Folder, makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'

const plan = (first: ' ' | 'x', second: ' ' | 'x') =>
  `# Export orders\n\n- [${first}] one line for each order\n- [${second}] the first line names the columns\n`

/** What is written before each Accio, all the way until the work is complete. */
const walk: readonly Readonly<Record<string, string>>[] = [
  {},
  { '.ai/task/context.md': '# Context\n\nThe accountant types our orders by hand.\n' },
  { '.ai/task/plan.md': plan(' ', ' ') },
  { '.ai/task/task.md': '---\ntask_name: print-orders\n---\n\nPrint the orders of a month.\n' },
  { '.ai/task/task-results.md': '31 orders, 31 lines.\n' },
  { '.ai/task/plan.md': plan('x', ' '), '.ai/task/task.md': '---\ntask_name: name-columns\n---\n\nPrint a header.\n' },
  { '.ai/task/task-results.md': 'The first line is `number,date,total`.\n' },
  { '.ai/task/plan.md': plan('x', 'x') },
]

/** What is planned after it. */
const more = { '.ai/task/plan.md': `${plan('x', 'x')}- [ ] one more\n` }

/** Whether the walk somewhere writes this text there. */
const writes = (path: string, text: string | undefined) =>
  [...walk, more].some((texts) => text !== undefined && (texts as Readonly<Record<string, string>>)[path] === text)

const json = async (shop: Folder, ...args: string[]) => JSON.parse(spellHere(shop.path, [...args, '--json']).stdout)
const stateIn = async (shop: Folder): Promise<string> => (await json(shop, 'lumos')).to
const lines = (shop: Folder) =>
  shop
    .read('.ai/task/history.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Everything but the record of what was done, also empty folders. */
function filesIn(shop: Folder): Record<string, string> {
  const entries = Object.entries(snapshot(shop.path)).map(([path, text]) => [path.replaceAll('\\', '/'), text] as const)
  return Object.fromEntries(
    entries.filter(([path]) => !/^\.ai\/(\.local|task\/(state\.json|history\.jsonl))/.test(path)),
  )
}

/** Casts, and tells how everything was before. */
async function castIn(shop: Folder, name: string, texts: Readonly<Record<string, string>> = {}) {
  shop.write(texts)
  const before = { state: await stateIn(shop), files: filesIn(shop) }
  expect(spellHere(shop.path, [name])).toMatchObject({ exitCode: 0 })
  return before
}

/** All the way until the work is complete. */
async function walkThrough(shop: Folder) {
  const before: Awaited<ReturnType<typeof castIn>>[] = []
  for (const texts of walk) before.push(await castIn(shop, 'accio', texts))
  return before
}

test('a whole walk is taken back, ten steps one by one, and each time everything is as it was', async () => {
  const shop = makeRepository()
  // The very first file is there in any case, so that .ai/task/ is.
  shop.write({ '.ai/task/notes.txt': 'Ask Kim.\n' })
  const before = await walkThrough(shop)
  expect(await stateIn(shop)).toBe('ACHIEVE_COMPLETE')
  before.push(await castIn(shop, 'finite'), await castIn(shop, 'accio', more))
  expect(before).toHaveLength(10)

  for (const { state, files } of [...before].reverse()) {
    const { exitCode, stdout, stderr } = spellHere(shop.path, ['undo'])
    expect({ exitCode, stdout: stdout.includes(', the last step, was taken back.'), stderr }).toEqual({
      exitCode: 0,
      stdout: true,
      stderr: expect.stringMatching(/^(spell: .* had been written since; it is kept as .*\n)*$/),
    })
    expect(await stateIn(shop)).toBe(state)
    const now = filesIn(shop)
    // Every file is where it was and holds what it held, or what a user has written into it since.
    const others = Object.entries(files).filter(([path, text]) => now[path] !== text && !writes(path, now[path]))
    // And there is nothing else but what a user has written since; what a step had made for it is in a folder of its own.
    const more = Object.entries(now).filter(([path, text]) => files[path] === undefined && !writes(path, text))
    expect({ others, more: more.filter(([path]) => !path.startsWith('.ai/task/undone-')) }).toEqual({
      others: [],
      more: [],
    })
  }

  expect(spellHere(shop.path, ['undo'])).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'spell: There is no step here to take back.\n  fix: git log -- .ai   # git may have what was before\n',
  })
  // Whatever was written on the way is still there.
  const end = Object.values(filesIn(shop))
  const last = new Map([...walk, more].flatMap((texts) => Object.entries(texts)))
  for (const text of [...last.values(), 'Ask Kim.\n', '31 orders, 31 lines.\n']) expect(end).toContain(text)
  expect(lines(shop).map(({ trigger }) => trigger)).toEqual([
    ...walk.map(() => 'Accio'),
    'Finite',
    'Accio',
    ...before.map(() => 'Undo'),
  ])
  expect(spellHere(shop.path, ['doctor'])).toMatchObject({ exitCode: 0 })
})
