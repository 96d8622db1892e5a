const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { projects, ...shared } = require('./jest.config.js')
const packed = projects.find(({ displayName }) => displayName === 'packed')

/** A test that tries a part of something imports `support/proving`; the proofs try all of it. */
const partly = readdirSync(join(__dirname, '__tests__'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => / from '[^']*support\/proving'/.test(readFileSync(join(__dirname, '__tests__', path), 'utf8')))

/** The proofs: what takes minutes rather than seconds. @type {import('jest').Config} */
module.exports = {
  ...shared,
  testSequencer: '<rootDir>/__tests__/support/longest-first.js',
  // For one test; a few take longer, and say so.
  testTimeout: 600_000,
  projects: [
    {
      ...packed,
      displayName: 'proofs',
      globals: { ...packed.globals, isProving: true },
      testRegex: ['proofs/.*\\.test\\.ts', ...partly.map((path) => path.replaceAll('.', '\\.'))].map(
        (pattern) => `/__tests__/${pattern}$`,
      ),
    },
  ],
}
