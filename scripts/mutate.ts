import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from '../__tests__/support/random'
import { filesUnder } from '../src/disk/read'
import { type Mutant, mutantsOf, mutated } from './mutate/mutants'
import { relatedTests } from './mutate/related-tests'

/**
 * Mutation testing: breaks the program in small ways, one at a time, and lists the mutants that no unit test near them has
 * detected: `npm run mutate -- --sample 20 --seed 1 src/check`. The same seed takes the same sample of the same sources.
 */

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
  /** The folders to mutate. */
  allowPositionals: true,
})

const jobs = 2
/** A longer run is an endless loop. */
const mostSeconds = 120
/** The nearest tests detect most mutants, so they run first. */
const nearest = 4
const mostTests = 16

interface Case extends Mutant {
  readonly path: string
  /** Unit tests, the nearest first. */
  readonly tests: readonly string[]
}

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

/** @returns whether it has failed, or has not come to an end */
function fails(cwd: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    const over = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), mostSeconds * 1000)
    child.on('close', (exitCode) => {
      clearTimeout(over)
      resolve(exitCode !== 0)
    })
  })
}

const packages = (...path: string[]) => join('node_modules', ...path)
const jest = [packages('jest', 'bin', 'jest.js'), '--selectProjects', 'unit', '--runInBand', '--bail', '--no-watchman']

/** @returns whether tests or types have detected the mutant */
async function isDetected(scratch: string, { path, tests, ...mutant }: Case): Promise<boolean> {
  const file = join(scratch, path)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, mutated(source, mutant))
  try {
    for (const some of [tests.slice(0, nearest), tests.slice(nearest)])
      if (some.length > 0 && (await fails(scratch, [...jest, '--runTestsByPath', ...some]))) return true
    return await fails(scratch, [packages('typescript', 'bin', 'tsc'), '-p', '.'])
  } finally {
    writeFileSync(file, source)
  }
}

function sampleOf(): Case[] {
  const testsOf = relatedTests()
  const all = (positionals.length > 0 ? positionals : ['src'])
    .flatMap((folder) => filesUnder('.', folder))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .flatMap((path) => {
      const near = [...testsOf(path)].sort((one, other) => one[1] - other[1] || (one[0] < other[0] ? -1 : 1))
      const tests = near
        .map(([test]) => test)
        .filter(isUnit)
        .slice(0, mostTests)
      return mutantsOf(readFileSync(path, 'utf8')).map((mutant) => ({ ...mutant, path, tests }))
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
  const scratches = Array.from({ length: jobs }, makeScratch)
  process.on('exit', () => {
    for (const scratch of scratches) rmSync(scratch, { recursive: true, force: true })
  })
  process.on('SIGINT', () => process.exit(130))
  const waiting = sampleOf()
  const tried = waiting.length
  let survived = 0
  await Promise.all(
    scratches.map(async (scratch) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (await isDetected(scratch, next)) continue
        survived++
        console.log(`survived: ${inWords(next)}`)
      }
    }),
  )
  console.log(`${survived} of ${tried} mutants of seed ${values.seed} survived.`)
}

mutate().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
