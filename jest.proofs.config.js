const { existsSync } = require('node:fs')

// The proofs make folders by the ten thousand; memory is faster than a disk, and for a killed process it is the same.
if (process.env.TMPDIR === undefined && existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm'

/** The proofs: what takes minutes rather than seconds. @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.js'),
  testMatch: ['**/__tests__/proofs/*.test.ts'],
  testPathIgnorePatterns: [],
}
