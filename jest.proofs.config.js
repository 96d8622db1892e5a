const { moreInProofs } = require('./__tests__/support/partly')
const { projects, ...shared } = require('./jest.config.js')
const packed = projects.find(({ displayName }) => displayName === 'packed')

/** The proofs: what takes minutes rather than seconds. @type {import('jest').Config} */
module.exports = {
  ...shared,
  // For one test; a few take longer, and say so.
  testTimeout: 600_000,
  projects: [
    {
      ...packed,
      displayName: 'proofs',
      globals: { ...packed.globals, isProving: true },
      testRegex: ['/__tests__/proofs/.*\\.test\\.ts$', moreInProofs],
    },
  ],
}
