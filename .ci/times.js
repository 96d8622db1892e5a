// What took how long: as a reporter it tells that of a run of jest, as a program what .ci/run has noted of its parts.
const { appendFileSync, readFileSync } = require('node:fs')
const { relative, sep } = require('node:path')

/** Seconds on two idle cores. To miss one fails nothing. */
const budgets = { everything: 40 * 60, 'npm test': 150, unit: 50 }

/** To wait so long at the end is worth a line. */
const longSeconds = 10

const inLine = (seconds, name) => `${String(Math.round(seconds)).padStart(6)}  ${name}`

/**
 * @param {readonly ['part' | 'suite', seconds: number, name: string][]} noted
 * @returns the parts, the ten longest suites, and the budgets that were missed, a line each
 */
function tell(noted) {
  const ofKind = (wanted) => noted.filter(([kind]) => kind === wanted).map(([, ...rest]) => rest)
  const longest = ofKind('suite').sort(([one], [other]) => other - one)
  const missed = ofKind('part').filter(([seconds, name]) => seconds > budgets[name])
  return [
    'Seconds of each part',
    ...ofKind('part').map(([seconds, name]) => inLine(seconds, name)),
    'Seconds of the longest suites',
    ...longest.slice(0, 10).map(([seconds, name]) => inLine(seconds, name)),
    ...missed.map(([seconds, name]) => `Over budget: ${name}, ${Math.round(seconds)} of ${budgets[name]} seconds`),
  ].join('\n')
}

const pathOf = ({ testFilePath }) => relative(process.cwd(), testFilePath).replaceAll(sep, '/')

/** @returns the seconds from the begin of the first suite to the end of the last */
function spanOf(suites) {
  const began = Math.min(...suites.map(({ perfStats }) => perfStats.start))
  return (Math.max(...suites.map(({ perfStats }) => perfStats.end)) - began) / 1000
}

/** @returns what ran alone at the end while the other cores waited: `longest-first.js` should begin with it */
function aloneAtEnd(suites) {
  const [last, other] = suites.toSorted((one, next) => next.perfStats.end - one.perfStats.end)
  const isOneByOne = other.perfStats.end <= last.perfStats.start
  const seconds = (last.perfStats.end - other.perfStats.end) / 1000
  if (isOneByOne || seconds < longSeconds) return []
  return [['part', seconds, `of them ${pathOf(last)} alone: begin with it in __tests__/support/longest-first.js`]]
}

module.exports = class {
  #isWhole

  /** @param {import('@jest/types').Config.GlobalConfig} config with the tests that were named: of those jest tells enough */
  constructor({ nonFlagArgs }) {
    this.#isWhole = nonFlagArgs.length === 0
  }

  onRunComplete(_, { testResults }) {
    if (!this.#isWhole || testResults.length < 2) return
    const { SPELL_TIMES: file } = process.env
    const nameOf = ({ displayName }) => displayName?.name
    const noted = [...new Set(testResults.map(nameOf))].map((name) => {
      const suites = testResults.filter((suite) => nameOf(suite) === name)
      return ['part', spanOf(suites), name]
    })
    // .ci/run notes that itself.
    if (noted.length > 1 && file === undefined) noted.push(['part', process.uptime(), 'npm test'])
    noted.push(...aloneAtEnd(testResults))
    for (const suite of testResults) noted.push(['suite', suite.perfStats.runtime / 1000, pathOf(suite)])
    if (file === undefined) console.error(`\n${tell(noted)}`)
    else appendFileSync(file, noted.map((each) => `${each.join('\t')}\n`).join(''))
  }
}

if (require.main === module) {
  const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')
  console.log(tell(lines.map((line) => line.split('\t'))))
}
