// Runs a TypeScript script of this folder: `node scripts/run.js build`.
const { build } = require('rolldown')
const { isAbsolute, join } = require('node:path')

const [name, ...rest] = process.argv.slice(2)
const file = join(__dirname, '..', 'node_modules', '.cache', 'spell', `${name}.cjs`)
build({
  input: join(__dirname, `${name}.ts`),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  output: { file, format: 'cjs', codeSplitting: false },
}).then(() => {
  process.argv.splice(1, process.argv.length, file, ...rest)
  require(file)
})
