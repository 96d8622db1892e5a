import { type Progress, progressOn } from '../../src/cli/progress'
import type { BoundCommand } from '../../src/proof/consent/bound-command'
import type { CommandResult } from '../../src/proof/run-item'
import { shortened } from '../../src/text/markdown-parts'

type ProgressContext = Parameters<typeof progressOn>[0]

/** Progress of a client, and what it has been told. */
async function clientProgress(options: ProgressContext['options'] = {}) {
  const told: string[] = []
  const tell = () => {
    throw new Error('stderr is not for the client')
  }
  const cli = { options, env: {}, tell, client: { progress: (message: string) => void told.push(message) } }
  return { told, progress: await progressOn(cli as unknown as ProgressContext) }
}

const boundTo = (text: string) => ({ command: { text } }) as BoundCommand
const item = { number: 2 } as CommandResult['item']
const end = (progress: Progress, bound: BoundCommand, verdict: CommandResult['verdict'], ms?: number) =>
  progress.ended({
    item,
    bound,
    verdict,
    ...(ms !== undefined && { run: { ms } as NonNullable<CommandResult['run']> }),
  })

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('a client hears of the start, every three seconds that it goes on, and of the end', async () => {
  const { told, progress } = await clientProgress()
  progress.started(item, boundTo('npm test'))
  jest.advanceTimersByTime(7_000)
  end(progress, boundTo('npm test'), 'passed', 7_000)
  jest.advanceTimersByTime(60_000)
  expect(told).toEqual(['2. npm test …', '2. npm test … 3 s', '2. npm test … 6 s', '2. npm test: passed after 7 s'])
})

test('a client asks for its progress itself, whatever the options of the server say', async () => {
  const { told, progress } = await clientProgress({ quiet: true, json: true })
  progress.started(item, boundTo('npm test'))
  progress.end()
  expect(told).toEqual(['2. npm test …'])
})

test('nothing is told once it was called off', async () => {
  const { told, progress } = await clientProgress()
  progress.started(item, boundTo('npm test'))
  progress.end()
  jest.advanceTimersByTime(60_000)
  expect(told).toHaveLength(1)
})

test('a command that was not started has an end without a time', async () => {
  const { told, progress } = await clientProgress()
  end(progress, boundTo('npm test'), 'not allowed')
  expect(told).toEqual(['2. npm test: not allowed'])
})

test('a long command is cut', async () => {
  const { told, progress } = await clientProgress()
  progress.started(item, boundTo(`echo ${'x'.repeat(10_000)}`))
  progress.end()
  expect(told[0]?.length).toBeLessThan(120)
})

test.each([
  ['npm test', 20, 'npm test'],
  ['npm test -- export', 8, 'npm tes…'],
  ['注文を出力する', 8, '注文を…'],
  ['🛒🛒🛒', 4, '🛒…'],
  ['npm test', 0, '…'],
  ['', 5, ''],
])('of %j in %d columns stays %j', (text, columns, shown) => {
  expect(shortened(text, columns)).toBe(shown)
})
