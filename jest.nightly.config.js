const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { projects, ...proofs } = require('./jest.proofs.config.js')

/** A test that tries a part of something imports `support/proving`. */
const partly = readdirSync(join(__dirname, '__tests__'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => / from '[^']*support\/proving'/.test(readFileSync(join(__dirname, '__tests__', path), 'utf8')))

/** The proofs and what `npm test` has a part of, with every case, however long that takes. @type {import('jest').Config} */
module.exports = {
  ...proofs,
  testTimeout: 3_600_000,
  projects: projects.map((project) => ({
    ...project,
    displayName: 'nightly',
    globals: { ...project.globals, isNightly: true },
    testRegex: [project.testRegex, ...partly.map((path) => `/__tests__/${path.replaceAll('.', '\\.')}$`)],
  })),
}
