const { spawnSync } = require('node:child_process')
const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const { join } = require('node:path')
const { patternOf } = require('./__tests__/support/partly')
const { pathWithoutSpell } = require('./__tests__/support/path-without-spell')

// Tests make folders by the thousand. Memory is faster than a disk, and for what they show it is the same; if it runs no
// programs, hooks of git could not be tried there.
const memory = '/dev/shm'
const runsPrograms = (line) => line.includes(` ${memory} `) && !/[ ,]noexec[ ,]/.test(line)
const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
if (process.env.TMPDIR === undefined && mounts.some(runsPrograms)) process.env.TMPDIR = memory
process.env.PATH = pathWithoutSpell(process.env.PATH)

/** Every test, from the repository's top; those in `proofs/` have a configuration of their own. */
const tests = readdirSync(join(__dirname, '__tests__'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('proofs/'))

/** A test that imports one of `support/packed*` runs the packed program; __tests__/projects.test.ts holds that. */
const runsPacked = (path) =>
  /^(?:\}|import\b.*) from '[^']*support\/packed|^import '[^']*support\/packed/m.test(
    readFileSync(join(__dirname, '__tests__', path), 'utf8'),
  )

/** Of the files that are committed; 0 outside of git. SPELL_TEST_SEED tries what another commit tried. */
const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: __dirname, encoding: 'utf8' })
const seed = Number(process.env.SPELL_TEST_SEED ?? Number.parseInt(String(stdout).slice(0, 8), 16)) | 0

const shared = {
  // One cache of transformed files for all projects, which transform them alike.
  id: 'spell',
  testEnvironment: 'node',
  globals: { seed },
  moduleNameMapper: { '^fast-check$': '<rootDir>/__tests__/support/fast-check.js' },
  // What tests import, too: jest finds the tests of a file by its imports.
  roots: ['<rootDir>/__tests__', '<rootDir>/src', '<rootDir>/scripts'],
  // A test runs in a context of its own, where looking up a global takes many times as long as a parameter does.
  sandboxInjectedGlobals: [
    'Array',
    'Boolean',
    'Error',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Proxy',
    'Reflect',
    'RegExp',
    'Set',
    'String',
    'Symbol',
  ],
  // Run from source through swc; packages that are ES modules only are transformed, too.
  transform: {
    '\\.yaml$': '<rootDir>/scripts/yaml-as-json.js',
    '^.+\\.[cm]?[jt]s$': '<rootDir>/__tests__/support/from-source.js',
  },
  // The packed program is CommonJS already.
  transformIgnorePatterns: ['/spell/packed/'],
}
/**
 * Two projects: `unit` needs no build, `packed` builds and packs the program once and runs that.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  reporters: ['default', '<rootDir>/.ci/times.js'],
  testSequencer: '<rootDir>/__tests__/support/longest-first.js',
  // Tests wait a third of their time: for programs that they start, for a disk, for each other.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A process that a test starts begins as a copy of the test's own, which takes the longer the larger that is. What is
  // measured is the heap alone: the whole is twice as large. `npm run unit` starts few, and allows more.
  workerIdleMemoryLimit: '100MB',
  projects: [
    { ...shared, displayName: 'unit', testRegex: patternOf(tests.filter((path) => !runsPacked(path))) },
    {
      ...shared,
      displayName: 'packed',
      globalSetup: '<rootDir>/__tests__/support/packed.ts',
      testRegex: patternOf(tests.filter(runsPacked)),
    },
  ],
}
