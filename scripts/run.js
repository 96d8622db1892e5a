// Runs a TypeScript script of this folder: `node scripts/run.js build`.
const { build } = require('rolldown')
const { renameSync } = require('node:fs')
const { isAbsolute, join } = require('node:path')
const { yamlAsJson } = require('./yaml-as-json')

const [name, ...rest] = process.argv.slice(2)
const file = join(__dirname, '..', 'node_modules', '.cache', 'spell', `${name}.cjs`)
// Tests run scripts at the same time: none may find half a file.
const part = `${file}.${process.pid}`
build({
  input: join(__dirname, `${name}.ts`),
  platform: 'node',
  plugins: [yamlAsJson],
  // What Rolldown itself needs for a `</script` in a template is no package.
  external: (id) => !/^(\.|@oxc-project\/runtime\/)/.test(id) && !isAbsolute(id),
  output: { file: part, format: 'cjs', codeSplitting: false },
}).then(() => {
  renameSync(part, file)
  process.argv.splice(1, process.argv.length, file, ...rest)
  require(file)
})
