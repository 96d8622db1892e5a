const { moreInProofs } = require('./__tests__/support/partly')
const { projects, ...shared } = require('./jest.config.js')

/** What `npm test` runs: what the proofs have more of, they run alone. @type {import('jest').Config} */
module.exports = {
  ...shared,
  projects: projects.map((project) => ({ ...project, testPathIgnorePatterns: [moreInProofs] })),
}
