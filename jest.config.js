const { existsSync, readFileSync } = require('node:fs')

// Tests make folders by the thousand. Memory is faster than a disk, and for what they show it is the same; where it runs no
// programs, hooks of git could not be tried there.
const memory = '/dev/shm'
const runsPrograms = (line) => line.includes(` ${memory} `) && !/[ ,]noexec[ ,]/.test(line)
const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
if (process.env.TMPDIR === undefined && mounts.some(runsPrograms)) process.env.TMPDIR = memory

/** Tests run from source through swc; ESM-only packages are transformed too. @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  maxWorkers: '100%',
  // A process that a test starts begins as a copy of the test's own, which takes the longer the larger that is.
  workerIdleMemoryLimit: '256MB',
  globalSetup: '<rootDir>/__tests__/support/packed.ts',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // Those take minutes: `npm run proofs`.
  testPathIgnorePatterns: ['/__tests__/proofs/'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // The packed program is CommonJS already.
  transformIgnorePatterns: ['/spell/packed/'],
}
