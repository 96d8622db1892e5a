import { addTo, parser } from '../../src/cli/commander'
import { parts as collab } from '../../src/commands/collab/collab'
import { parts as hope } from '../../src/commands/hope/hope'
import { commandsOf, type Parts } from '../../src/commands/word-commands'
import type { Word, Words } from '../../src/workflow/words'
import { clearings, taskStatuses, types } from '../../src/workflows/collab/session'
import { maxArtifactBytes as longestPlanned } from '../../src/workflows/discovery/artifact'
import { wordForms as ofDiscovery, phases } from '../../src/workflows/discovery/plan'
import { maxArtifactBytes as longestHoped } from '../../src/workflows/hope/artifact'
import { words as answers } from '../../src/workflows/hope/payload'
import { dimensions, types as sessionTypes, touched } from '../../src/workflows/hope/request'
import { engagements } from '../../src/workflows/hope/session'
import { entryOf } from '../../src/workflows/registry'
import { triggers } from '../../templates/discovery/workflow.yaml'

// Commands are made of words: a made-up workflow says which, and a parser what a user meets.

const words: Words = {
  open: { about: 'Begin a piece of work', begins: true, takes: { name: { place: 'name', help: '' } }, examples: [] },
  report: {
    about: 'Report an item',
    takes: {
      id: { place: 'id', help: 'which' },
      how: { help: 'what came of it', value: 'HOW', choices: ['well', 'badly'], first: 'well' },
      trigger: { help: 'why', known: ['tests'] },
    },
    examples: [['spell mine report a', 'Report the first']],
  },
  done: { about: 'Report it as done', means: { word: 'report', how: 'done' }, examples: [] },
  look: { about: 'Look', isLook: true, examples: [] },
  undo: 'shared',
}

const answer = { ok: true, outcome: 'advanced', ai: '', developer: 'done', warnings: [] } as never
const piece = { work: { name: 'a' } } as never
const partsWith = (more: Partial<Parts> = {}): Parts & { readonly say: jest.Mock; readonly begin: jest.Mock } => ({
  entry: entryOf('discovery'),
  words,
  naming: { key: 'task', flag: '--task', value: 'ID', help: 'which' },
  meant: async () => piece,
  ...more,
  say: jest.fn(async () => answer),
  begin: jest.fn(async () => answer),
})

async function typed(parts: Parts, ...line: readonly string[]): Promise<void> {
  const program = parser('spell', () => {})
  for (const command of commandsOf(parts))
    addTo(program, command, async (options, act) => {
      await act({
        options,
        env: {},
        tell: () => {},
        canAsk: async () => false,
        stdin: () => Buffer.of(),
        show: async () => {},
      })
    })
  await program.parseAsync(line, { from: 'user' })
}

test('a word is cast with what it got, a short form as what it means', async () => {
  const parts = partsWith()
  await typed(parts, 'report', 'a', '--trigger', 'x')
  await typed(parts, 'done')
  expect(parts.say.mock.calls.map(([, word, given]) => [word, given])).toEqual([
    ['report', { id: 'a', how: 'well', trigger: 'x' }],
    ['report', { how: 'done' }],
  ])
})

test('one that begins a piece of work opens none', async () => {
  const meant = jest.fn()
  const parts = partsWith({ meant })
  await typed(parts, 'open', 'b')
  expect(parts.begin.mock.calls[0]?.[0]).toEqual({ name: 'b' })
  expect(meant).not.toHaveBeenCalled()
})

test('each has the options that it needs, and stands in the order of the words', () => {
  expect(commandsOf(partsWith()).map(({ name, options }) => [name, ...options.map(({ flag }) => flag)])).toEqual([
    ['open', '--wait'],
    ['report', '--how', '--trigger', '--task', '--wait'],
    ['done', '--task', '--wait'],
    ['look', '--task'],
    ['undo', '--task', '--wait'],
  ])
})

test('a word without its command is a mistake of the build', () => {
  expect(() => commandsOf(partsWith({ words: { hook: 'code' } }))).toThrow('discovery has no command hook')
})

describe('what the file of a workflow offers is what its code knows', () => {
  const files = { collab: collab.words, discovery: ofDiscovery, hope: hope.words }
  const takenBy = (name: keyof typeof files, word: string, key: string) => (files[name][word] as Word).takes?.[key]

  test.each([
    ['collab', 'start', 'clear', clearings],
    ['collab', 'add', 'type', types.filter((type) => type !== 'unknown')],
    ['collab', 'classify', 'type', types.filter((type) => type !== 'unknown')],
    ['collab', 'task', 'status', taskStatuses.filter((status) => status !== 'pending')],
    ['discovery', 'replan', 'trigger', Object.keys(triggers)],
  ] as const)('%s %s %s: one of %j', (name, word, key, known) => {
    const taken = takenBy(name, word, key)
    const words = taken?.as === 'word' ? taken.words : undefined
    expect(taken?.choices ?? words ?? taken?.known).toEqual(known)
  })

  test.each([
    ['hope', 'start', 'type', sessionTypes],
    ['hope', 'start', 'engagement', engagements],
    ['hope', 'start', 'touches', touched],
    ['hope', 'engage', 'level', engagements],
    ['hope', 'answer', 'word', answers],
    ['discovery', 'replan', 'from', phases],
    ['discovery', 'artifact', 'phase', phases],
  ] as const)('%s %s %s: the help names %j', (name, word, key, known) => {
    expect(takenBy(name, word, key)?.help).toContain(known.join(', '))
  })

  test('the longest documents, and the scores', () => {
    expect(takenBy('discovery', 'submit', 'text')).toMatchObject({ most: longestPlanned })
    expect(takenBy('hope', 'submit', 'artifact')).toMatchObject({ most: longestHoped })
    expect(Object.keys((hope.words.score as Word).takes ?? {})).toEqual([...dimensions, 'total', 'echo'])
  })
})
