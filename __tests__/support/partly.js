const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const tests = readdirSync(join(__dirname, '..'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('proofs/'))
const importing = (pattern) => tests.filter((path) => pattern.test(readFileSync(join(__dirname, '..', path), 'utf8')))

/** @returns what matches the paths of these tests */
const patternOf = (paths) => `/__tests__/(?:${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})$`

/** Tests beside the proofs that have more cases there, see `proving.ts`: `npm test` leaves them to the proofs. */
const moreInProofs = patternOf(
  importing(
    /import \{[^}]*\b(?:often|some|isProving|withinBudget|holdsWithinBudget)\b[^}]*\} from '[^']*support\/(?:proving|budget)'/,
  ),
)

/** Those that have more cases at night. */
const moreAtNight = patternOf(importing(/ from '[^']*support\/(?:proving|budget)'/))

module.exports = { patternOf, moreInProofs, moreAtNight }
