import { spawnSync } from 'node:child_process'
import type { Command } from '../../../src/cli/command'
import { otherCommands, spellCommands } from '../../../src/entry/commands'
import { groups } from '../../../src/entry/groups'
import { plainEnv } from '../../support/folder'
import { spellings } from '../../support/hostile-settings'
import { type HostileState, hostile } from '../../support/packed-hostile'
import { connect } from '../../support/packed-mcp-client'
import { spellHere } from '../../support/packed-program'
import { firstOn, startWatch } from '../../support/packed-watch'
import { describeOnPosix } from '../../support/posix'

// Another user's repository, as an archive with `.git/` in it: plan, settings, guides, package scripts, hooks and git's own
// settings all say that something is to be run. Whatever is asked of spell there, nothing is, without consent.

// Hundreds of runs.
jest.setTimeout(900_000)

const values: Readonly<Record<string, string>> = { DIR: '.', FILE: 'AGENTS.md', REF: 'base', STATE: 'GATHER_EDITING' }

/** A command without and with an argument, each of its options with each value, and all of them together; more arguments alone. */
function linesOf(prefix: readonly string[], { name, argument, options }: Command): string[][] {
  const words = argument ? [[], ...(argument.choices ?? ['x', '1']).map((choice) => [choice])] : [[]]
  const given = options.flatMap(({ flag, value, choices, known = [] }) => {
    if (choices) return choices.map((choice) => [flag, choice])
    return [value === undefined ? [flag] : [flag, known[0] ?? values[value] ?? '1']]
  })
  const all = [[], ...given, ...(given.length > 1 ? [given.flat()] : [])]
  const withWord = (word: string[], index: number) => (index < 2 ? all : [[]]).map((option) => [...word, ...option])
  return words.flatMap(withWord).map((more) => [...prefix, name, ...more])
}

/** Every command that the program has, but the servers, which do not end by themselves, and most of a proof of tables. */
async function everyLine(): Promise<string[][]> {
  const lines = [...spellCommands, ...otherCommands]
    .filter(({ name }) => !['mcp', 'watch', 'verify'].includes(name))
    .flatMap((one) => linesOf([], one))
  lines.push(['verify', 'engineer'])
  for (const { name, load } of groups) for (const command of await load()) lines.push(...linesOf([name], command))
  return lines
}

/** What hooks of agents are told. */
const input = JSON.stringify({
  hook_event_name: 'Stop',
  session_id: 'a',
  tool_name: 'Bash',
  tool_input: { command: 'git commit -m x && spell prove' },
})

// What they leave are files, which a folder of Windows has no rights for.
describeOnPosix('in a repository in which everything says that something is to be run', () => {
  test('git itself does so', async () => {
    const { folder, ran, forget } = await hostile('complete', 'two headings on one line')
    forget()
    for (const args of [['status'], ['diff'], ['log']])
      for (const off of [
        [],
        ['-c', 'core.fsmonitor=false'],
        ['-c', 'core.fsmonitor=false', '-c', 'filter.long.process='],
      ])
        spawnSync('git', [...off, ...args], { cwd: folder.path, env: plainEnv })
    expect(ran()).toEqual(expect.arrayContaining(['core.fsmonitor', 'filter.clean', 'filter.process']))
    forget()
  })

  const states: readonly HostileState[] = ['complete', 'review', 'conflict']
  const spellingNames = Object.keys(spellings)

  test('no command runs any of it, wherever the work is, and however git is told', async () => {
    const found: string[] = []
    for (const [index, args] of (await everyLine()).entries()) {
      const state = states[index % states.length] ?? 'complete'
      // Each way of telling git meets each state in turn.
      const spelling = spellingNames[Math.floor(index / states.length) % spellingNames.length] ?? ''
      const { folder, ran, forget } = await hostile(state, spelling)
      const { exitCode } = spellHere(folder.path, args, { input })
      if (ran().length > 0) found.push(`${state}, ${spelling}: ${args.join(' ')} (${exitCode}): ${ran().join(', ')}`)
      forget()
      folder.remove('.')
    }
    expect(found).toEqual([])
  })

  // Several options at once, of those that change files, ask git or install something.
  // biome-ignore format: in one paragraph
  const changing = [
    'reverto', 'doctor --fix --side mine', 'reparo --fetch',
    'init --yes --guard husky', 'init --yes --guard lefthook',
    'init --hooks',
  ].map((line) => line.split(' '))
  const usual = 'two headings on one line'

  test.each(states)('the page that follows the work runs none of it (%s)', async (state) => {
    const { folder, ran, forget } = await hostile(state, usual)
    forget()
    const { address, child, ended } = await startWatch(folder.path)
    const { origin, search } = new URL(address)
    for (const path of ['/', await firstOn(address)])
      expect((await fetch(`${origin}${path}${search}`)).status).toBe(200)
    child.kill('SIGINT')
    await ended
    expect(ran()).toEqual([])
  })

  const cases = changing.flatMap((args) => states.map((state) => [args, state] as const))
  test.each(cases)('%j runs none of it (%s)', async (args, state) => {
    const { folder, ran, forget } = await hostile(state, usual)
    forget()
    spellHere(folder.path, args, { input })
    expect(ran()).toEqual([])
  })

  test('the commands of the plan wait for the developer, and a check in CI for its workflow file', async () => {
    const { folder, ran, forget } = await hostile('complete', usual)
    forget()
    expect(spellHere(folder.path, ['prove'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('5 commands are not allowed yet in this clone, so nothing was run.'),
    })
    expect(spellHere(folder.path, ['check', '--rerun'], { env: { CI: '1' } }).exitCode).toBe(3)
    expect(ran()).toEqual([])
  })

  test('no tool or prompt of the server does', async () => {
    const { folder, ran, forget } = await hostile('complete', usual)
    forget()
    const { client } = await connect(folder.path)
    const quietly = (act: Promise<unknown>) => act.catch(() => undefined)
    const { tools } = await client.listTools()
    for (const { name, inputSchema } of tools) {
      const { properties = {} } = inputSchema as { properties?: Record<string, { enum?: string[]; type?: string }> }
      const given = Object.entries(properties).map(([key, { enum: choices, type }]) => [
        key,
        choices?.[0] ?? (type === 'boolean' ? true : type === 'array' ? [] : 'x'),
      ])
      await quietly(client.callTool({ name, arguments: {} }))
      await quietly(client.callTool({ name, arguments: Object.fromEntries(given) }))
      for (const [key, { enum: choices = [] }] of Object.entries(properties))
        for (const choice of choices) await quietly(client.callTool({ name, arguments: { [key]: choice } }))
    }
    expect(tools.length).toBeGreaterThan(0)
    expect(ran()).toEqual([])
  })
})
