const { moreAtNight } = require('./__tests__/support/partly')
const { projects, ...proofs } = require('./jest.proofs.config.js')

/** The proofs, and what `npm test` has a part of, with every case, however long that takes. @type {import('jest').Config} */
module.exports = {
  ...proofs,
  testTimeout: 3_600_000,
  projects: projects.map((project) => ({
    ...project,
    displayName: 'nightly',
    globals: { ...project.globals, isNightly: true },
    testRegex: [...project.testRegex, moreAtNight],
  })),
}
