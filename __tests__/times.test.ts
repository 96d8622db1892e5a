import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './support/folder'

const Reporter = jest.requireActual('../.ci/times')

beforeEach(() => {
  delete process.env.SPELL_TIMES
})

/** What jest gives a reporter: suites that ran from one second to another. */
const ran = (project: string, name: string, start: number, end: number) => ({
  displayName: { name: project },
  testFilePath: join(process.cwd(), '__tests__', `${name}.test.ts`),
  perfStats: { start: start * 1000, end: end * 1000, runtime: (end - start) * 1000 },
})

/** What .ci/run tells of a run of jest. */
function told(...suites: ReturnType<typeof ran>[]): string[] {
  const file = join(makeFolder().path, 'times')
  process.env.SPELL_TIMES = file
  new Reporter({ nonFlagArgs: [] }).onRunComplete(undefined, { testResults: suites })
  return existsSync(file)
    ? execFileSync(process.execPath, ['.ci/times.js', file], { encoding: 'utf8' }).split('\n')
    : []
}

test('of a run it is told how long its parts and its suites took, the longest first', () => {
  const lines = told(ran('unit', 'slug', 0, 4), ran('packed', 'undo', 4, 40), ran('unit', 'words', 1, 45))
  expect(lines.slice(0, 7).map((line) => line.trim())).toEqual([
    'Seconds of each part',
    '45  unit',
    '36  packed',
    'Seconds of the longest suites',
    '44  __tests__/words.test.ts',
    '36  __tests__/undo.test.ts',
    '4  __tests__/slug.test.ts',
  ])
})

test('a budget that was missed is named, and what kept the other cores waiting', () => {
  const lines = told(ran('unit', 'slug', 0, 30), ran('unit', 'words', 0, 90)).join('\n')
  expect(lines).toContain('Over budget: unit, 90 of 50 seconds')
  expect(lines).toContain('60  of them __tests__/words.test.ts alone: begin with it')
})

test('each that is said to take long is there', () => {
  const [, list = ''] =
    /const long = \[([\s\S]*?)\]/.exec(readFileSync('__tests__/support/longest-first.js', 'utf8')) ?? []
  const names = [...list.matchAll(/'(.+)'/g)].map(([, name]) => name)
  const gone = names.filter(
    (name) => !['__tests__', '__tests__/proofs'].some((at) => existsSync(`${at}/${name}.test.ts`)),
  )
  expect(names.length).toBeGreaterThan(5)
  expect(gone).toEqual([])
})
