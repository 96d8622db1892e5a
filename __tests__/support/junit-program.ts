import { junitCounts } from '../../src/proof/junit-counts'

/** Counts 64 MB of a report: its beginning, one part again and again, its end. Prints what comes of it, and what it took. */
const [begin = '', part = '', end = ''] = process.argv.slice(2)

function* pieces() {
  yield Buffer.from(begin)
  const many = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)))
  for (let bytes = 0; bytes < 64 * 1024 * 1024; bytes += many.length) yield many
  yield Buffer.from(end)
}

const before = process.memoryUsage.rss()
const counts = junitCounts(pieces()) ?? null
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
const megabytes = maxRSS / 1024 - before / 1024 / 1024
console.log(JSON.stringify({ counts, megabytes, seconds: (userCPUTime + systemCPUTime) / 1e6 }))
