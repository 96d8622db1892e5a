const { projects, ...proofs } = require('./jest.proofs.config.js')

/** The proofs with every case, however long that takes. @type {import('jest').Config} */
module.exports = {
  ...proofs,
  projects: projects.map((project) => ({
    ...project,
    displayName: 'nightly',
    globals: { ...project.globals, isNightly: true },
  })),
}
