import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeGround, write } from './bench/ground'
import { writePart } from './bench/page'
import { measureTokens, tokenTable } from './tokens/measure'
import { allowAll, type Place } from './tokens/place'

/**
 * Counts what an agent reads: `npm run tokens`. Runs whole pieces of work with the built program; texts of users that
 * the engineer's answers quote do not count. These figures are the same on every machine, so a test enforces the
 * budgets.
 */
const { values } = parseArgs({
  options: {
    /** Updates the table in .ci/figures.md. */
    write: { type: 'boolean', default: false },
  },
})

const ground = makeGround(process.execPath, 0)
const [node = '', ...program] = ground.spell
/** With the program as `spell` in the PATH, which `init` tries out. */
const env = { ...ground.env, PATH: `${folderOfPrograms()}${delimiter}${ground.env.PATH}` }

function folderOfPrograms(): string {
  const folder = ground.makeFolder()
  write(folder, 'spell', `#!/bin/sh\nexec '${node}' '${program.join("' '")}' "$@"\n`)
  chmodSync(join(folder, 'spell'), 0o755)
  return folder
}

function makePlace(): Place {
  const folder = ground.makeFolder()
  execFileSync('git', ['init', '--quiet', '--template=', folder], { env: ground.env })
  return {
    write: (path, text) => write(folder, path, text),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    say: (args, input = '', variables = {}) =>
      execFileSync(node, [...program, ...args], {
        cwd: folder,
        env: { ...env, ...variables },
        input,
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    allow: () => allowAll(folder, ground.env),
  }
}

async function main(): Promise<void> {
  try {
    const costs = await measureTokens(makePlace)
    const table = tokenTable(Object.values(costs))
    console.log(table)
    if (values.write) writePart('tokens', table)
  } finally {
    ground.clean()
  }
}

main()
