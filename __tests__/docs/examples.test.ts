import { readdirSync, readFileSync } from 'node:fs'
import { bundledProgram } from '../support/bundled-program'
import { makeFolder, makeRepository } from '../support/folder'
import { shell } from '../support/packed-program'
import { testOnPosix } from '../support/posix'
import { some } from '../support/proving'

/**
 * A page's examples: every block of `console`. Those of a page run in one repository, in their order; what an HTML comment that
 * begins with `first:` holds runs before. A line after `>` goes on with a command; of what a command prints the page has lines in
 * their order, perhaps not all of them, and `…` for what differs each time.
 */
const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, blocks: blocksOf(readFileSync(path, 'utf8')) }))
  .filter(({ blocks }) => blocks.length > 0)

interface Shown {
  readonly command: string
  readonly printed: readonly string[]
}

function blocksOf(page: string): Shown[] {
  return [...page.matchAll(/<!-- first:\n([\s\S]*?)-->|^(````?)console\n([\s\S]*?)^\2$/gm)].flatMap(
    ([, hidden, , block = '']) =>
      hidden === undefined
        ? block
            .split(/^\$ /m)
            .slice(1)
            .map((one) => {
              const lines = one.trimEnd().split('\n')
              const end = lines.findIndex((line, index) => index > 0 && !/^>( |$)/.test(line))
              const typed = end < 0 ? lines : lines.slice(0, end)
              return {
                command: typed.map((line, index) => (index > 0 ? line.slice(2) : line)).join('\n'),
                printed: end < 0 ? [] : lines.slice(end),
              }
            })
        : [{ command: hidden, printed: [] }],
  )
}

const patternOf = (line: string) =>
  new RegExp(
    line
      .trim()
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )

/** @returns the lines that a command did not print, at least not in this order */
function missing({ printed }: Shown, output: string): string[] {
  const lines = output.split('\n')
  let at = 0
  return printed.filter((line) => {
    if (line.trim() === '') return false
    const next = lines.findIndex((one, index) => index >= at && patternOf(line).test(one))
    if (next < 0) return true
    at = next + 1
    return false
  })
}

/** Says which command comes, and keeps `$?`. */
const mark = 'mark() { code=$?; echo "=== example $1"; return $code; }'
const setUp =
  'git config user.name Ann; git config user.email ann@example.com; git checkout -q -b main; echo > orders.js'

testOnPosix.each(some(pages))('the examples of $path print what it shows', ({ blocks }) => {
  const folder = makeRepository()
  const script = blocks.map(({ command }, index) => `mark ${index}\n${command}`).join('\n')
  const developer = `developer_allows() { "$TEST_NODE" ${bundledProgram('consent-program')}; }`
  const { stdout } = shell(folder.path, `exec 2>&1\n${mark}\n${developer}\n${setUp}\n${script}\n`, {
    GIT_EDITOR: 'true',
    XDG_STATE_HOME: makeFolder().path,
  })
  const outputs = stdout.split(/^=== example \d+\n/m).slice(1)
  for (const [index, example] of blocks.entries()) {
    const output = outputs[index] ?? ''
    const absent = missing(example, output)
    expect({ command: example.command, absent, output: absent.length > 0 ? output : '' }).toEqual({
      command: example.command,
      absent: [],
      output: '',
    })
  }
})
