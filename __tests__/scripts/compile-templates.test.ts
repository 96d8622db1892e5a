import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileExamples, compileHooks, compileHopeHooks } from '../../scripts/compile-templates'
import { addTo, parser } from '../../src/cli/commander'
import { filesUnder } from '../../src/disk/read'
import { otherCommands, spellCommands } from '../../src/entry/commands'
import { groups } from '../../src/entry/groups'
import { parts, partsIn } from '../../src/workflows/hope/host-hooks'
import { shells } from '../support/guard-script'
import { repository, textsIn } from '../support/source-files'

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
    groups.map(async ({ name, load }) =>
      (await load()).flatMap((verb) => (verb.examples ? [[`${name} ${verb.name}`, verb.examples] as const] : [])),
    ),
  )
  const ofCommands = otherCommands.flatMap(({ name, examples }) => (examples ? [[name, examples] as const] : []))
  return new Map([...Object.entries(compileExamples('templates/help/examples.md')), ...ofCommands, ...ofVerbs.flat()])
}

/** The words of a line, as a shell has them; `undefined` if it is not `spell` that is run. */
const wordsOf = (line: string) =>
  line.startsWith('spell ')
    ? [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].slice(1).map(([word, quoted]) => quoted ?? word)
    : undefined

test('every page of help has examples, and every example a page', async () => {
  expect([...(await everyExample()).keys()].sort()).toEqual((await everyCommand()).map(([name]) => name).sort())
})

/** Every command line that a template or the sources name, in backticks or alone. */
function everyLineNamed(): string[] {
  const read = (path: string) => readFileSync(join(repository, path), 'utf8')
  const templates = filesUnder(repository, 'templates').filter((path) => path !== 'templates/README.md')
  const sources = filesUnder(repository, 'src').filter((path) => path.endsWith('.ts'))
  const texts = [...templates.map(read), ...sources.flatMap((path) => textsIn(read(path)))]
  return texts
    .flatMap((text) => [...text.matchAll(/`(spell (?!…)[^`\n]+)`|^(spell [a-z]+(?: [\w-]+| "[^"]*")*)$/g)])
    .map(([, inline, whole = '']) => inline ?? whole)
}

test('each, and each that a text names, can be pasted: its command takes its words', async () => {
  const commands = new Map(await everyCommand())
  const examples = [...(await everyExample()).values()].flat().map(([line]) => line)
  const named = everyLineNamed()
  expect(named.length).toBeGreaterThan(250)
  const wrong: string[] = []
  for (const line of new Set([...examples, ...named])) {
    // A placeholder for a value is a word; one for the command itself, and what stands for more words, is left out.
    const said = line.replace(/ [>#] .*$|(?<!--\w+) …$| --help$|\{\{(?:verb|event|workflow)\}\}/g, '')
    const words = wordsOf(said.replace(/\{\{\w+\}\}/g, 'x').trim())
    if (!words || words.length === 0 || (words.length === 1 && groups.some(({ name }) => name === words[0]))) continue
    const [one = '', two = ''] = words
    const isOfGroup = commands.has(`${one} ${two}`)
    const command = commands.get(isOfGroup ? `${one} ${two}` : one)
    const program = parser('spell', () => {})
    const called = jest.fn(async () => {})
    if (command) addTo(program, command, called)
    await program.parseAsync(words.slice(isOfGroup ? 1 : 0), { from: 'user' }).catch(() => undefined)
    if (called.mock.calls.length !== 1) wrong.push(line)
  }
  expect(wrong).toEqual([])
})

test('each says what it does in a few words, as one would tell a user', async () => {
  const all = [...(await everyExample()).values()].flat()
  expect(all.filter(([, what]) => !/^[A-Z].{5,75}[^.]$/.test(what))).toEqual([])
})

const texts = compileHooks('templates/hooks')

test('the script is one for the shell', () => {
  expect(texts.guard).toMatch(/^#!\/bin\/sh\n/)
  for (const [program = '', ...rest] of shells) {
    const { status, stderr } = spawnSync(program, [...rest, '-n'], { input: texts.guard, encoding: 'utf8' })
    expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' })
  }
})

test('what the guard says fits into three lines', () => {
  expect(texts.blocked.split('\n')).toHaveLength(4)
})

const ofHope = compileHopeHooks('templates/hope-hooks')

test('there is a text for every part that can be missing', () => {
  for (const part of [...parts, 'coverage']) expect(ofHope[`denied-${part.toLowerCase()}`]).toMatch(/\S/)
})

test('no text would be taken for a part, even if repeated', () => {
  for (const text of Object.values(ofHope)) expect(partsIn(text)).toEqual([])
})

test('together they are short', () => {
  expect(Object.values(ofHope).join('').length).toBeLessThan(6000)
})
