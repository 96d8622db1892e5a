import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from '../__tests__/support/random'
import { type Mutant, mutantsOf, mutated } from './mutate/mutants'
import { relatedTests } from './mutate/related-tests'

/**
 * Mutation testing: breaks the program in small ways, one at a time, and lists the mutants that no test has detected:
 * `npm run mutate -- --sample 20 --seed 1 --room store`. The same seed takes the same sample of the same sources.
 */

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string', multiple: true },
  },
})

/** The folder to mutate, and the tests of the packed program to run if the unit tests have detected nothing. */
const rooms: Readonly<Record<string, readonly [folder: string, packed: readonly string[]]>> = {
  disk: ['src/disk', ['scenarios/undo', 'commands/doctor.command']],
  work: ['src/work', ['scenarios/undo', 'commands/doctor.command', 'commands/new.command']],
  engine: ['src/engine', ['commands/tour.command', 'commands/verify.command']],
  cast: ['src/cast', ['commands/tour.command', 'scenarios/streams']],
  check: ['src/check', ['commands/check.command', 'scenarios/action']],
}
const jobs = 2
const packedTimeoutSeconds = 240
/** A run may take this many times its usual time, plus a while to start; a longer one is an endless loop. */
const slowestFactor = 5
const startSeconds = 30
/** The nearest tests detect most mutants, so they run first. */
const nearest = 4
const mostTests = 16

interface Case extends Mutant {
  readonly path: string
  readonly packed: readonly string[]
  /** Unit tests, the nearest first. */
  readonly tests: readonly string[]
  /** How long they take without a mutant. */
  readonly seconds: number
}
type Verdict = 'unit tests' | 'packed tests' | 'time' | 'tsc' | 'nothing'

/** Copies the checkout, with linked packages and an empty cache. */
function makeScratch(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'spell-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(join(scratch, dirname(path)), { recursive: true })
    cpSync(path, join(scratch, path), { verbatimSymlinks: true })
  }
  mkdirSync(join(scratch, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    if (name !== '.cache')
      symlinkSync(join(process.cwd(), 'node_modules', name), join(scratch, 'node_modules', name), 'junction')
  }
  return scratch
}

/** @returns the exit code; null after a timeout, once all its processes have ended */
function run(cwd: string, args: readonly string[], seconds: number): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    const over = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), seconds * 1000)
    child.on('close', (exitCode) => {
      clearTimeout(over)
      resolve(exitCode)
    })
  })
}

const jest = (project: string, tests: readonly string[], ...more: string[]) => [
  join('node_modules', 'jest', 'bin', 'jest.js'),
  '--selectProjects',
  project,
  '--no-watchman',
  // A timeout on a busy machine proves nothing.
  '--testTimeout=60000',
  ...more,
  '--runTestsByPath',
  ...tests,
]

/** @returns the duration of each test, in milliseconds; those that fail without a mutant are left out, and reported */
async function durationsOf(scratch: string, tests: readonly string[]): Promise<Map<string, number>> {
  const report = join(scratch, 'report.json')
  await run(scratch, jest('unit', tests, '--json', `--outputFile=${report}`, `--maxWorkers=${jobs}`), 1800)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[]
  }
  const nameOf = (name: string) => relative(scratch, name).replaceAll('\\', '/')
  // A file with a skipped test, for example as root, is not `passed` but `focused`.
  const isSound = ({ status }: { status: string }) => status !== 'failed'
  for (const { name } of testResults.filter((result) => !isSound(result))) {
    console.log(`left out, as it fails without any change: ${nameOf(name)}`)
  }
  return new Map(testResults.filter(isSound).map(({ name, startTime, endTime }) => [nameOf(name), endTime - startTime]))
}

/** @returns what has detected the mutant */
async function judge(scratch: string, { path, packed, tests, seconds, ...mutant }: Case): Promise<Verdict> {
  const file = join(scratch, path)
  const source = readFileSync(file, 'utf8')
  const limit = startSeconds + slowestFactor * seconds
  writeFileSync(file, mutated(source, mutant))
  try {
    for (const some of [tests.slice(0, nearest), tests.slice(nearest)]) {
      if (some.length === 0) continue
      const exitCode = await run(scratch, jest('unit', some, '--runInBand', '--bail'), limit)
      if (exitCode !== 0) return exitCode === null ? 'time' : 'unit tests'
    }
    const compiled = await run(scratch, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], 120)
    if (compiled !== 0) return 'tsc'
    const exitCode = await run(scratch, jest('packed', packed, '--runInBand', '--bail'), packedTimeoutSeconds)
    if (exitCode !== 0) return exitCode === null ? 'time' : 'packed tests'
    return 'nothing'
  } finally {
    writeFileSync(file, source)
  }
}

function sampleOf(): Case[] {
  const testsOf = relatedTests()
  const asked = values.room ?? Object.keys(rooms)
  const all = asked.flatMap((name): Case[] => {
    const [folder, packed] = rooms[name] ?? []
    if (!folder || !packed) throw new Error(`no room is called ${name}; known: ${Object.keys(rooms).join(', ')}`)
    return (readdirSync(folder, { recursive: true }) as string[])
      .map((entry) => posix.join(folder, entry.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.ts'))
      .sort()
      .flatMap((path) => {
        const tests = [...testsOf(path)].sort((one, other) => one[1] - other[1] || (one[0] < other[0] ? -1 : 1))
        const common = {
          path,
          packed: packed.map((test) => `__tests__/${test}.test.ts`),
          tests: tests.map(([test]) => test).filter(isUnit),
          seconds: 0,
        }
        return mutantsOf(readFileSync(path, 'utf8')).map((mutant) => ({ ...mutant, ...common }))
      })
  })
  const random = randomFrom(Number(values.seed))
  const taken: Case[] = []
  while (taken.length < Number(values.sample) && all.length > 0) taken.push(...all.splice(random.below(all.length), 1))
  return taken
}

/** As in jest.config.js: a test belongs to `unit` unless it imports the packed program. */
const isUnit = (test: string) =>
  !test.startsWith('__tests__/proofs/') && !/support\/packed/.test(readFileSync(test, 'utf8'))

/** `file:line`, the kind of mutation, and the line before and after. */
function inWords({ path, ...mutant }: Case): string {
  const source = readFileSync(path, 'utf8')
  const before = Buffer.from(source).subarray(0, mutant.start).toString().split('\n').length
  const lineOf = (text: string) => text.split('\n')[before - 1]?.trim()
  return `${path}:${before} ${mutant.what}\n  - ${lineOf(source)}\n  + ${lineOf(mutated(source, mutant))}`
}

async function mutate(): Promise<void> {
  const began = Date.now()
  const scratches = Array.from({ length: jobs }, makeScratch)
  process.on('exit', () => {
    for (const scratch of scratches) rmSync(scratch, { recursive: true, force: true })
  })
  process.on('SIGINT', () => process.exit(130))
  const sample = sampleOf()
  const near = sample.map(({ tests }) => tests.slice(0, mostTests))
  const durations = await durationsOf(scratches[0] ?? '', [...new Set(near.flat())])
  const quickFirst = (one: string, other: string) => (durations.get(one) ?? 0) - (durations.get(other) ?? 0)
  const ready = sample.map((one, index): Case => {
    const tests = (near[index] ?? []).filter((test) => durations.has(test))
    const seconds = tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0) / 1000
    return { ...one, seconds, tests: [...tests.slice(0, nearest), ...tests.slice(nearest).sort(quickFirst)] }
  })
  const counts: Record<Verdict, number> = { 'unit tests': 0, 'packed tests': 0, time: 0, tsc: 0, nothing: 0 }
  const start = Date.now()
  const waiting = [...ready]
  await Promise.all(
    scratches.map(async (scratch) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const verdict = await judge(scratch, next)
        counts[verdict]++
        if (verdict === 'nothing') console.log(`survived: ${inWords(next)}`)
        if (verdict === 'time') console.log(`without an end: ${inWords(next)}`)
      }
    }),
  )
  const each = ((Date.now() - start) / 1000 / Math.max(1, ready.length)).toFixed(1)
  console.log(
    `${ready.length} mutants of seed ${values.seed}: seen by ${Object.entries(counts)
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', ')}; ${each} s each, ${((Date.now() - began) / 1000).toFixed(0)} s in all.`,
  )
}

mutate().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
