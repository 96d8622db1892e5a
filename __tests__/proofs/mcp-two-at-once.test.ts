import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { shuffled, withinBudget } from '../support/budget'
import { copyOf, copyTree, type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { program, spell, spellHere } from '../support/packed-program'

jest.setTimeout(1_800_000)

/** A call of an MCP client that writes. */
interface Call {
  /** The tool and its arguments. */
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
  /** The stage in which it writes. */
  readonly when: Stage
}

/** The progress of all four workflows. */
type Stage = 'begun' | 'planned' | 'reviewed'

const spellCall = (when: Stage, tool: string): Call => ({ tool, given: {}, when })
const verb = (when: Stage, line: string, input = ''): Call => {
  const [workflow, name, ...words] = line.split(' ')
  return { tool: 'workflow', given: { workflow, verb: name, arguments: words, input }, when }
}

const found = JSON.stringify({ codebase_understanding: 'Orders are in one module.', complexity_assessment: 'MEDIUM' })

/** Spells and commands that write, of each workflow, each with its stage: few enough that every pair is tried. */
const calls: readonly Call[] = [
  spellCall('planned', 'accio'),
  spellCall('planned', 'reparo'),
  spellCall('reviewed', 'reverto'),
  verb('begun', 'discovery start further'),
  verb('begun', 'discovery submit -', found),
  verb('begun', 'discovery undo'),
  verb(
    'planned',
    `discovery approve${['code', 'files', 'complexity', 'questions'].map((name) => ` --finding ${name}:“orders”-holds-its-${name}`).join('')}`,
  ),
  verb('begun', 'collab start another'),
  verb('begun', 'collab complete-skill collab-start --session orders'),
  verb('begun', 'collab undo --session orders'),
  verb('planned', 'hope engage Guided'),
  verb('reviewed', 'hope score --outcome 2 --scope 2 --constraints 2 --success 2 --done 1'),
  verb('reviewed', 'hope undo'),
]

/** @returns a call in a line, for a test's name */
const nameOf = ({ tool, given: { workflow, verb, arguments: words = [] }, when }: Call): string =>
  [...(workflow ? [workflow, verb, ...(words as string[])] : [tool]), `(${when})`].join(' ')

/** Repositories with work in progress in all four workflows. */
function makeStages(): Readonly<Record<Stage, Folder>> {
  const run = (folder: Folder, line: string, input = '') => {
    const { exitCode, stderr } = spell(folder.path, line.split(' '), { input })
    if (exitCode !== 0) throw new Error(`${line}: ${stderr}`)
  }
  const begun = makeRepository()
  for (const line of ['discovery start bills', 'collab start orders', 'collab add Orders', 'accio']) run(begun, line)
  begun.write({ '.ai/task/context.md': 'Why\n' })

  const planned = copyOf(begun)
  run(planned, 'accio')
  planned.write({ '.ai/task/plan.md': '- [ ] There is one row for each order\n' })
  run(planned, 'accio')
  planned.write({ '.ai/task/task.md': 'Write the header row.\n' })
  run(planned, 'discovery submit -', found)
  run(planned, 'hope start Orders')

  const reviewed = copyOf(planned)
  run(reviewed, 'reparo')
  run(reviewed, 'hope engage')
  return { begun, planned, reviewed }
}

/** The result of two concurrent calls. */
interface Round {
  /** Whether each call was answered with an error; undefined if it was not answered. */
  readonly errors: readonly (boolean | undefined)[]
  /** Holders whose lock file another process removed during their work. */
  readonly stolen: readonly string[]
  /** How often the lock was taken. */
  readonly taken: number
  readonly root: string
}

interface Message {
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: object }
}

/**
 * The packed server on one root, which is created again for each round.
 *
 * @param launcher the program (default: the packed one)
 */
function serveTwoAtOnce(stages: Readonly<Record<Stage, Folder>>, launcher = program) {
  const { path: root } = makeRepository()
  const trace = join(makeFolder().path, 'trace')
  const server = spawn(
    process.execPath,
    ['--require', join(__dirname, '..', 'support', 'trace-locks.cjs'), launcher, 'mcp', '--cwd', root],
    { cwd: root, env: { ...plainEnv, TRACE_TO: trace }, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const waiting = new Map<number, (message: Message) => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  let count = 0
  /** In one write, so that the server receives all of them in one turn. */
  const ask = (requests: readonly { readonly method: string; readonly params: unknown }[]) => {
    const asked = requests.map((request) => ({ jsonrpc: '2.0', id: ++count, ...request }))
    const answers = asked.map(({ id }) => new Promise<Message>((resolve) => waiting.set(id, resolve)))
    server.stdin.write(asked.map((request) => `${JSON.stringify(request)}\n`).join(''))
    return Promise.all(answers)
  }
  const ready = ask([
    {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
  ])
  return {
    async round(...pair: readonly Call[]): Promise<Round> {
      await ready
      rmSync(join(root, '.ai'), { recursive: true, force: true })
      mkdirSync(join(root, '.ai'))
      copyTree(join(stages[pair[0]?.when ?? 'begun'].path, '.ai'), join(root, '.ai'))
      writeFileSync(trace, '')
      const messages = await ask(
        pair.map(({ tool, given }) => ({ method: 'tools/call', params: { name: tool, arguments: given } })),
      )
      const lines = readFileSync(trace, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      return {
        errors: messages.map(({ result }) => (result?.structuredContent ? result.isError : undefined)),
        stolen: lines.filter(({ act, found }) => act === 'removed' && !found).map(({ file }) => file),
        taken: lines.filter(({ act }) => act === 'signed').length,
        root,
      }
    },
    stop: () => server.kill(),
  }
}

test('of two calls at once, in every order of every pair, none takes the lock from the other', async () => {
  const pairs = shuffled(calls.flatMap((first) => calls.map((second) => [first, second] as const)))
  const server = serveTwoAtOnce(makeStages())
  try {
    for (const call of calls)
      expect({ call: nameOf(call), writes: (await server.round(call)).taken > 0 }).toEqual({
        call: nameOf(call),
        writes: true,
      })
    await withinBudget({ seconds: 20, atLeast: 40, all: pairs.length }, async (_, number) => {
      const pair = pairs[number] as (typeof pairs)[number]
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
    })
  } finally {
    server.stop()
  }
})
