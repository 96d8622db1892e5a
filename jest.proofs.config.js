/** The proofs: what takes minutes rather than seconds. @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.js'),
  testMatch: ['**/__tests__/proofs/*.test.ts'],
  testPathIgnorePatterns: [],
}
