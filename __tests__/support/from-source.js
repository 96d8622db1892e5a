const { sep } = require('node:path')
const { createTransformer } = require('@swc/jest')

/**
 * Runs what is tested from its source, through swc. A module of src is loaded when a test first uses it: most tests use few
 * of those that their own modules import. Modules of the tests are loaded at once: some add hooks to every test of a file.
 */
const transformerOf = (source, path) => {
  const isTest = path.includes(`${sep}__tests__${sep}`)
  const isPackage = path.includes(`${sep}node_modules${sep}`)
  const names = isPackage ? [] : [...source.matchAll(/\bfrom '([^']+)'/g)].map(([, name]) => name)
  const isEager = (name) => name.startsWith('node:') || (isTest && name.startsWith('.') && !name.includes('/src/'))
  return createTransformer({
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', lazy: [...new Set(names.filter((name) => !isEager(name)))] },
  })
}

exports.process = (source, path, options) => transformerOf(source, path).process(source, path, options)
exports.getCacheKey = (source, path, options) => transformerOf(source, path).getCacheKey(source, path, options)
