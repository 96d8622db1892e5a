// The lines of nightly.md: `add COMMIT MINUTES FOLDER` writes one, `newest` says how many commits ago a night passed.
const { spawnSync } = require('node:child_process')
const { appendFileSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const file = join(__dirname, 'nightly.md')

/** @param {string} folder what `jest --json` has written, a file each run */
function add(commit, minutes, folder) {
  const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0)
  const hasPassed = runs.length > 0 && runs.every(({ success }) => success)
  const { seed } = require('../jest.config.js').projects[0].globals
  const date = new Date().toISOString().slice(0, 10)
  const cells = [
    commit,
    seed,
    date,
    minutes,
    sum('numPassedTests'),
    sum('numFailedTests'),
    hasPassed ? 'passed' : 'failed',
  ]
  appendFileSync(file, `| ${cells.join(' | ')} |\n`)
  console.log(`${cells.at(-1)}: a line more in .ci/nightly.md`)
  if (!hasPassed) process.exitCode = 1
}

function newest() {
  const passed = readFileSync(file, 'utf8').matchAll(/^\| ([0-9a-f]+) \|.*\| passed \|$/gm)
  const commit = [...passed].at(-1)?.[1]
  if (!commit) return console.log('No night has passed yet: npm run nightly')
  const { stdout } = spawnSync('git', ['rev-list', '--count', `${commit}..HEAD`], { encoding: 'utf8' })
  console.log(`The newest night that passed was ${stdout.trim() || 'an unknown number of'} commits ago, of ${commit}`)
}

const [act, ...rest] = process.argv.slice(2)
if (act === 'add') add(...rest)
else newest()
