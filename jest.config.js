/** Tests run from source through swc; ESM-only packages are transformed too. @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  maxWorkers: '100%',
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
  transformIgnorePatterns: [],
}
