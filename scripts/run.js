// Runs a script of this folder that is written in TypeScript: `node scripts/run.js build`.
const { buildSync } = require('esbuild')
const { join } = require('node:path')

const [name, ...rest] = process.argv.slice(2)
const outfile = join(__dirname, '..', 'node_modules', '.cache', 'spell', `${name}.cjs`)
buildSync({
  entryPoints: [join(__dirname, `${name}.ts`)],
  outfile,
  bundle: true,
  platform: 'node',
  packages: 'external',
  logLevel: 'warning',
})
process.argv.splice(1, process.argv.length, outfile, ...rest)
require(outfile)
