const { projects, ...shared } = require('./jest.config.js')
const packed = projects.find(({ displayName }) => displayName === 'packed')

/** The proofs: what takes minutes rather than seconds. @type {import('jest').Config} */
module.exports = {
  ...shared,
  projects: [{ ...packed, displayName: 'proofs', testRegex: '/__tests__/proofs/.*\\.test\\.ts$' }],
}
