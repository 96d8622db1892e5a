import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { file } from '../../../src/workflows/engineer/files'
import { spells } from '../../../src/workflows/engineer/states'
import { castIn } from '../../support/casting'
import { makeFolder, makeRepository } from '../../support/folder'
import { type Connected, connect, partsOf, textOf } from '../../support/packed-mcp-client'
import { spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'
import { boxesOf, criterion, makeProvable, type ProvableWork, proofsOf } from '../../support/provable-work'
import { noneLeft } from '../../support/prover'

// Proving over MCP. What a command line prints for the same is the measure.

const stateOf = ({ state }: ProvableWork) => ({ XDG_STATE_HOME: state })
const connectTo = (work: ProvableWork, ...args: string[]) => connect(work.path, { args, env: stateOf(work) })
const criteria = (...commands: string[]) => commands.map((command) => criterion(command)).join('')

let count = 0
/** A command that runs until a file is there, and takes a moment to end if it is asked to. */
function waiting() {
  const folder = makeFolder().path
  const [begun, go, ended] = [join(folder, 'begun'), join(folder, 'go'), join(folder, 'ended')]
  const words = `sleep ${1000 + ++count}.${process.pid}`
  // A shell says on stderr that a child was ended: if no process reads any more, that would be its own end.
  const loop = `${words} & exec 2>/dev/null; trap "sleep 0.2; touch '${ended}'; exit 1" TERM; touch '${begun}'; until test -e '${go}'; do sleep 0.02; done`
  return {
    text: loop,
    letGo: () => writeFileSync(go, ''),
    hasBegun: () => existsSync(begun),
    /** Whether it was asked to end, and could. */
    wasAsked: () => existsSync(ended),
    isOurs: ({ line }: { line: string }) => line.includes(words),
  }
}

/** Calls the tool. @returns its answer, the progress that has come, and what comes with the first of it */
function proving({ client }: Pick<Connected, 'client'>, given: Record<string, unknown> = {}, signal?: AbortSignal) {
  const said: { progress: number; message?: string | undefined }[] = []
  let begin: () => void = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const onprogress = (step: { progress: number; message?: string | undefined }) => {
    said.push(step)
    begin()
  }
  const options = { onprogress, ...(signal && { signal }) }
  const answer = client.callTool({ name: 'prove', arguments: given }, undefined, options)
  return { answer: answer as ReturnType<Connected['call']>, said, begun }
}

describe('the tool', () => {
  const timeless = (text: string) =>
    text.replace(/\bin \d+(\.\d+)? s\b/g, 'in <time>').replace(/"ms":\d+/g, '"ms":"<time>"')

  const passing = criterion('echo fine')
  const failing = criterion('echo no; echo why >&2; exit 3')
  test.each<[what: string, plan: string, given: Record<string, unknown>, typed: string[], code: number]>([
    ['one that fails', passing + failing, {}, [], 10],
    ['the list', passing + failing, { list: true }, ['--list'], 0],
    ['all of them', passing.replace('[ ]', '[x]'), { all: true }, ['--all'], 0],
    ['the part for the agent', failing, { for: 'ai' }, ['--for', 'ai'], 10],
    ['no command', '- [ ] a\n', {}, [], 3],
  ])('says what the command line says: %s', async (_, plan, given, typed, code) => {
    const [asked, inWords, asJson] = [await makeProvable(plan), await makeProvable(plan), await makeProvable(plan)]
    const { client, call } = await connectTo(asked)
    // From here on the client checks every answer.
    await client.listTools()
    const answer = await call('prove', given)
    const words = spellHere(inWords.path, ['prove', '--quiet', ...typed], { env: stateOf(inWords) })
    const json = spellHere(asJson.path, ['prove', '--json', ...typed], { env: stateOf(asJson) })
    const document = JSON.parse(json.stdout)
    const { ai, developer, ...rest } = document
    const parts = given.for ? { ...rest, ...(given.for === 'ai' ? { ai } : { developer }) } : document
    const wanted = document.kind === 'error' ? partsOf(document) : parts
    expect(timeless(JSON.stringify(sorted(answer.structuredContent)))).toBe(timeless(JSON.stringify(sorted(wanted))))
    expect(timeless(textOf(answer))).toBe(timeless(words.stdout || words.stderr))
    expect({ exitCode: words.exitCode, isError: answer.isError }).toEqual({ exitCode: code, isError: code !== 0 })
    expect(boxesOf(asked)).toBe(boxesOf(inWords))
    expect(proofsOf(asked).map(({ outcome }) => outcome)).toEqual(proofsOf(asJson).map(({ outcome }) => outcome))
  })

  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
  }

  test('sends the developer to a terminal if a command is not allowed, and runs nothing', async () => {
    const folder = makeRepository()
    await castIn(folder, 'accio')
    folder.write({ [file.plan]: criterion('touch pwned') })
    const { call } = await connect(folder.path, { env: { XDG_STATE_HOME: makeFolder().path } })
    const answer = await call('prove')
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: {
        ok: false,
        code: 'not-allowed',
        message: expect.stringContaining('Only the developer can allow it.'),
        fix: expect.stringContaining('spell allow'),
        details: ['`touch pwned` (in a shell)'],
      },
    })
    expect(textOf(answer)).toContain('fix: spell allow')
    await expect(call('allow')).rejects.toMatchObject({ code: -32602 })
    expect(existsSync(join(folder.path, 'pwned'))).toBe(false)
    expect(folder.contents()['.ai/task/proofs.jsonl']).toBeUndefined()
  })

  test.each<[given: Record<string, unknown>, message: string]>([
    [{ numbers: '1' }, 'The argument "numbers" must be a list of whole numbers.'],
    [{ all: 'yes' }, 'The argument "all" must be true or false.'],
  ])('takes no %j', async (given, message) => {
    const { call } = await connectTo(await makeProvable(passing))
    expect((await call('prove', given)).structuredContent).toMatchObject({ ok: false, code: 'usage', message })
  })

  test('alone runs what a plan says, even what is allowed', async () => {
    const work = await makeProvable(criterion('touch pwned'))
    const { client, call } = await connectTo(work)
    await client.listTools()
    for (const name of [...spells, ...spells]) await call(name)
    await call('prove', { list: true })
    const pwned = join(work.path, 'pwned')
    expect(existsSync(pwned)).toBe(false)
    await call('prove')
    expect(existsSync(pwned)).toBe(true)
  })
})

describeOnPosix('while a command runs', () => {
  test('its client hears that it starts, goes on, and ends', async () => {
    const command = waiting()
    const work = await makeProvable(criteria('echo fine', command.text, 'echo last'))
    const { answer, said } = proving(await connectTo(work))
    while (!said.some(({ message = '' }) => / … [\d.]+ s$/.test(message))) await new Promise(setImmediate)
    command.letGo()
    expect(await answer).toMatchObject({ isError: false })
    const messages = said.map(({ message = '' }) => message)
    expect(messages[0]).toBe('1. echo fine …')
    expect(messages[1]).toMatch(/^1\. echo fine: passed after [\d.]+ s$/)
    expect(messages[2]).toMatch(/^2\. sleep .* …$/)
    expect(messages[3]).toMatch(/^2\. sleep .* … … 3 s$/)
    // The client of the SDK forgets what comes together with the answer, so that is not looked for.
    expect(messages).toContainEqual(expect.stringMatching(/^2\. sleep .*: passed after [\d.]+ s$/))
    expect(messages).toContain('3. echo last …')
    const steps = said.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
  })

  test('other tools answer, spells that write too, and another prove is busy', async () => {
    const command = waiting()
    const work = await makeProvable(criterion(command.text))
    const connected = await connectTo(work, '--wait', '0')
    const { answer, begun } = proving(connected)
    await begun
    const { client, call } = connected
    await client.ping()
    expect((await call('lumos')).isError).toBe(false)
    expect(await call('accio')).toMatchObject({ isError: false })
    expect(await call('prove', { list: true })).toMatchObject({ isError: false })
    const busy = await call('prove')
    expect(busy).toMatchObject({ isError: true, structuredContent: { code: 'busy' } })
    expect(textOf(busy)).toContain('spell prove (pid ')
    command.letGo()
    expect(await answer).toMatchObject({ isError: false, structuredContent: { kind: 'proof', ok: true } })
    expect(boxesOf(work)).toBe('x')
  })

  /** Begins with a command that passes, then runs one that waits. */
  async function atWork() {
    const command = waiting()
    const work = await makeProvable(criteria('echo fine', command.text))
    const untilRunning = async () => {
      while (!command.hasBegun()) await new Promise(setImmediate)
    }
    return { command, work, untilRunning }
  }
  const kept = (work: ProvableWork) => ({ boxes: boxesOf(work), proofs: proofsOf(work).map(({ outcome }) => outcome) })
  const firstAlone = { boxes: 'x ', proofs: ['passed'] }

  test('its client can call it off: the whole group ends, and what was proven before is kept', async () => {
    const { command, work, untilRunning } = await atWork()
    const connected = await connectTo(work)
    const controller = new AbortController()
    const { answer, said } = proving(connected, {}, controller.signal)
    await untilRunning()
    controller.abort('the developer thought better of it')
    await expect(answer).rejects.toThrow('thought better of it')
    await noneLeft(command.isOurs)
    expect(command.wasAsked()).toBe(true)
    const before = said.length
    // By this answer nothing of the other holds the lock any more.
    expect(await connected.call('prove', { numbers: [1] })).toMatchObject({ isError: false })
    expect(kept(work)).toEqual({ boxes: 'x ', proofs: ['passed', 'passed'] })
    expect(said).toHaveLength(before)
    expect(connected.stderr()).toBe('')
  })

  test.each([
    ['whose client closes the connection', ({ client }: Connected) => void client.close()],
    ['that gets SIGTERM', ({ pid }: Connected) => process.kill(pid, 'SIGTERM')],
    ['that is killed', ({ pid }: Connected) => process.kill(pid, 'SIGKILL')],
  ])('a server %s ends it', async (how, end) => {
    const { command, work, untilRunning } = await atWork()
    const connected = await connectTo(work)
    const { answer } = proving(connected)
    const answered = answer.catch((error: Error) => error)
    await untilRunning()
    end(connected)
    await answered
    await noneLeft(command.isOurs)
    expect({ how, asked: command.wasAsked() }).toEqual({ how, asked: true })
    expect(kept(work)).toEqual(firstAlone)
    expect(spellHere(work.path, ['prove', '1'], { env: stateOf(work) }).exitCode).toBe(0)
  })
})
