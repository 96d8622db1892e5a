import { execFileSync, spawn } from 'node:child_process'
import { plainEnv } from '../../../support/folder'
import { untrack } from '../../../support/git'
import { spellHere } from '../../../support/packed-program'
import { describeOnPosix, testOnPosix } from '../../../support/posix'
import { boxesOf, criterion, makeProvable, type ProvableWork, proofsOf } from '../../../support/provable-work'

const run = (work: ProvableWork) => spellHere(work.path, ['prove'], { env: { XDG_STATE_HOME: work.state } })
const outcomesOf = (work: ProvableWork) => proofsOf(work).map(({ outcome }) => outcome)
const nothing = (clause: string) => ({ exitCode: 10, stdout: expect.stringContaining(clause) })

/** A command that another process does something before, and after, each time that it is run. */
async function meeting(rounds: readonly (readonly [before: string, after: string])[], files = {}) {
  const [meet, go] = ['.git/meet', '.git/go']
  const wait = `echo > ${meet}; read x < ${go}`
  const work = await makeProvable(criterion(`${wait}; grep -q good sum.txt; was=$?; ${wait}; exit $was`), {
    'sum.txt': 'bad\n',
    ...files,
  })
  execFileSync('mkfifo', [meet, go], { cwd: work.path })
  const acts = rounds.flat().map((act) => `read x < ${meet}; ${act}; echo > ${go}`)
  return { work, other: spawn('sh', ['-c', acts.join('; ')], { cwd: work.path, env: plainEnv, stdio: 'ignore' }) }
}
const swap = ['echo good > sum.txt', 'echo bad > sum.txt'] as const
// biome-ignore format: a case is a line
const swapped: [what: string, rounds: (readonly [string, string])[], outcomes: string[], because: string][] = [
  ['once', [swap, [':', ':']], ['failed'], 'it ended with 1'],
  ['by renaming', [['mv sum.txt old.log; echo good > sum.txt', 'mv old.log sum.txt'], [':', ':']], ['failed'], 'it ended with 1'],
  ['with others in the second run', [swap, ['cp good.txt sum.txt; touch a.txt', swap[1]]], [], 'sum.txt, a.txt'],
]

describeOnPosix('a file that another process swaps while a command runs', () => {
  test.each(swapped)('%s proves nothing', async (_, rounds, outcomes, because) => {
    const { work, other } = await meeting(rounds, { 'a.txt': '', 'good.txt': 'good\n', '.gitignore': '*.log\n' })
    try {
      expect(run(work)).toEqual({ ...nothing(because), stderr: expect.anything() })
      expect([outcomesOf(work), boxesOf(work)]).toEqual([outcomes, ' '])
    } finally {
      other.kill()
    }
  })
})

describeOnPosix('a command that touches files and leaves them as they were', () => {
  const counting = 'echo >> runs.log; '
  test.each<[what: string, text: string, runs: number]>([
    ['the same ones in each run: they are what it makes', 'echo made > made.txt', 2],
    ['with their mtime, and in place', 'cp -p made.txt x.log; echo made > made.txt; touch -r x.log made.txt', 2],
    ['that git does not track yet', 'echo new > new.txt', 2],
    ['only in the first run', 'test -e done.log || echo made > made.txt; echo > done.log', 2],
    ['that git ignores', 'echo > any.log', 1],
    ['not at all', 'true', 1],
  ])('%s', async (_, text, runs) => {
    const files = { 'made.txt': 'made\n', '.gitignore': '*.log\n' }
    const work = await makeProvable(criterion(`${counting}${text}`), files)
    work.write({ 'new.txt': 'new\n' })
    expect(run(work).exitCode).toBe(0)
    expect([outcomesOf(work), work.read('runs.log')]).toEqual([['passed'], '\n'.repeat(runs)])
  })

  test.each([
    ['a file', 'mv sum/a.txt a.log; cp b.txt sum/a.txt; grep -q good sum/a.txt; rm sum/a.txt; mv a.log sum/a.txt'],
    ['its folder', 'mv sum sum.log; mkdir sum; cp b.txt sum/a.txt; grep -q good sum/a.txt; rm -r sum; mv sum.log sum'],
  ])('by swapping %s for its own run: it is named by prove, proofs, report and check', async (_, text) => {
    const files = { 'sum/a.txt': 'bad\n', 'b.txt': 'good\n', '.gitignore': '*.log\n' }
    const work = await makeProvable(criterion(text), files)
    const named = /after writing `sum\/(?:a\.txt)?`.* and putting it back/
    expect(run(work)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(named) })
    for (const args of [['prove', '--list'], ['report'], ['check']])
      expect(spellHere(work.path, args).stdout).toMatch(named)
  })

  test('others in each run is not proven, and they are named', async () => {
    const text = `${counting}touch "f$(wc -l < runs.log | tr -d ' ').txt"`
    const work = await makeProvable(criterion(text), { 'f1.txt': '', 'f2.txt': '', '.gitignore': '*.log\n' })
    expect(run(work)).toMatchObject(nothing('proves nothing: files were touched while it ran: f1.txt, f2.txt'))
    expect([outcomesOf(work), boxesOf(work)]).toEqual([[], ' '])
  })
})

const manifest = JSON.stringify({ scripts: { t: 'node t.js' } })
const swapping = `const { writeFileSync } = require('node:fs')
writeFileSync('package.json', '{"scripts":{"t":"other"}}')
writeFileSync('package.json', ${JSON.stringify(manifest)})
`
testOnPosix.each<[what: string, text: string, files: Record<string, string>, because: string]>([
  ['its script', 'npm run t', { 'package.json': manifest, 't.js': swapping }, 'changed while it ran, in package.json'],
  [
    'a script that git ignores',
    'npm run t',
    { 'package.json': manifest, 't.js': swapping, '.gitignore': 'package.json\n' },
    'changed while it ran, in package.json',
  ],
  ['the settings', 'echo "{}" > .ai/spell.json', {}, '.ai/spell.json changed while it ran'],
  ['the context', 'echo >> .ai/task/context.md', {}, '.ai/task/context.md changed while it ran'],
  ['the branch', 'git checkout -q -b other', {}, 'it checked out another branch'],
])('a command during which something else changes %s: it proves nothing', async (_, text, files, because) => {
  const work = await makeProvable(criterion(text), files)
  if (files['.gitignore']) untrack(work, 'package.json')
  expect(run(work)).toMatchObject(nothing(because))
  expect([outcomesOf(work), boxesOf(work)]).toEqual([[], ' '])
})
