import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfLine } from '../../../src/work/history/entry-digest'
import { proofsPath } from '../../../src/work/proof-log'
import { sampleProof } from '../../support/add-proof'
import { bundledProgram } from '../../support/bundled-program'
import { makeFolder } from '../../support/folder'

/** A log of so many runs on a few trees, each line sealed as `spell prove` does it. */
function longLog(count: number): string {
  const folder = makeFolder({ '.ai/task/proofs.jsonl': '' })
  const { work: _, ...sample } = sampleProof
  let previous: string | undefined
  let text = ''
  for (let at = 0; at < count; at++) {
    const tree = digestOfLine(`tree ${at >> 3}`).slice(0, 40)
    const own = { tree, treeAll: tree, head: tree, output: digestOfLine(String(at)), ...(previous && { previous }) }
    const line = JSON.stringify({ ...sample, shell: 'npm test '.repeat(30), ...own }).slice(0, -1)
    previous = digestOfLine(line)
    text += `${line},"digest":"${previous}"}\n`
  }
  appendFileSync(join(folder.path, proofsPath({ folder: '.ai/task' })), text)
  return folder.path
}

test('a log of 100,000 runs, about 90 MB, is read with 80 MB of heap', () => {
  const program = bundledProgram('proof-log-program')
  const said = execFileSync(process.execPath, ['--max-old-space-size=80', program, longLog(100_000)])
  expect(JSON.parse(String(said))).toEqual({ proofs: 100_000 })
})
