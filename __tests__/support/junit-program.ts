import { junitCounts } from '../../src/proof/junit-counts'

/** Counts 64 MB of a report: its beginning, one part again and again, its end. Prints what comes of it. */
const [begin = '', part = '', end = ''] = process.argv.slice(2)

function* pieces() {
  yield Buffer.from(begin)
  const many = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)))
  for (let bytes = 0; bytes < 64 * 1024 * 1024; bytes += many.length) yield many
  yield Buffer.from(end)
}

console.log(JSON.stringify(junitCounts(pieces()) ?? null))
