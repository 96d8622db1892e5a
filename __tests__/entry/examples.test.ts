import { addTo, parser } from '../../src/cli/commander'
import { otherCommands, spellCommands } from '../../src/entry/commands'
import { examples as ofCommands } from '../../src/entry/examples'
import { groups } from '../../src/entry/groups'

async function everyCommand() {
  const own = [...spellCommands, ...otherCommands].map((command) => [command.name, command] as const)
  const verbs = await Promise.all(
    groups.map(async ({ name, load }) =>
      (await load()).map((command) => [`${name} ${command.name}`, command] as const),
    ),
  )
  return [...own, ...verbs.flat()]
}

async function everyExample() {
  const ofVerbs = await Promise.all(
    groups.map(async ({ name, examples }) =>
      Object.entries(await examples()).map(([verb, lines]) => [`${name} ${verb}`, lines] as const),
    ),
  )
  return new Map([...Object.entries(ofCommands), ...ofVerbs.flat()])
}

/** The words of a line, as a shell has them; `undefined` if it is not `spell` that is run. */
const wordsOf = (line: string) =>
  line.startsWith('spell ')
    ? [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].slice(1).map(([word, quoted]) => quoted ?? word)
    : undefined

test('every page of help has examples, and every example a page', async () => {
  expect([...(await everyExample()).keys()].sort()).toEqual((await everyCommand()).map(([name]) => name).sort())
})

test('each can be pasted: its command takes its words', async () => {
  const examples = await everyExample()
  for (const [name, command] of await everyCommand()) {
    for (const [line] of examples.get(name) ?? []) {
      const words = wordsOf(line.replace(/ > .*$/, ''))
      if (!words) continue
      const called: string[] = []
      const program = parser('spell', () => {})
      addTo(program, command, async () => void called.push(line))
      expect(line.startsWith(`spell ${name}`)).toBe(true)
      await program.parseAsync(words.slice(name.split(' ').length - 1), { from: 'user' })
      expect(called).toEqual([line])
    }
  }
})

test('each says what it does in a few words, as one would tell a user', async () => {
  const all = [...(await everyExample()).values()].flat()
  expect(all.filter(([, what]) => !/^[A-Z].{5,75}[^.]$/.test(what))).toEqual([])
})
