import { readFileSync } from 'node:fs'
import { notesOf, problemsOf } from './release/changelog'

const [task, tag = ''] = process.argv.slice(2)
const changelog = readFileSync('CHANGELOG.md', 'utf8')

if (task === 'notes') {
  process.stdout.write(notesOf(changelog, tag.slice(1)) ?? '')
} else {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const problems = problemsOf({ tag, version, changelog })
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
