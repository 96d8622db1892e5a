import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { check } from '../../src/check/check'
import type { CommittedFile } from '../../src/git/base'
import { Failure } from '../../src/text/failure'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { type Spell, spells, states } from '../../src/workflows/engineer/states'
import { holdsWithinBudget } from '../support/budget'
import { castIn, edgeAt, historyFile, linesOf, stateFile, stateOf } from '../support/casting'
import { repair } from '../support/doctoring'
import { archiveWork, moveTo, takeBack } from '../support/engineer-acts'
import { copyOf, type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git, tries } from '../support/git'
import { settleAs } from '../support/settled'

function committed(text: string): CommittedFile {
  const bytes = Buffer.from(text)
  return {
    id: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
    size: bytes.length,
    read: async (take) => take(bytes),
  }
}

const { plan: planFile, task, results, comments, reviewTask, reviewResults, context } = file

/** What honest people and agents do, and what befalls them. */
type Act =
  | { readonly do: 'cast'; readonly spell: Spell }
  | { readonly do: 'new' | 'undo' | 'plan' | 'untick' | 'edited-by-hand' | 'line-damaged' | 'line-cut-off' }
  | { readonly do: 'override'; readonly to: string }
  | { readonly do: 'write'; readonly path: string }

const only = <Name extends Act['do']>(...names: Name[]) =>
  fc.constantFrom(...names).map((name) => ({ do: name }) as Act)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<Act>({ do: 'cast', spell: 'accio' }) },
  { weight: 8, arbitrary: fc.constantFrom(...spells).map((spell): Act => ({ do: 'cast', spell })) },
  {
    weight: 16,
    arbitrary: fc
      .constantFrom(context, task, results, results, comments, reviewTask, reviewResults, '.ai/task/notes/mine.md')
      .map((path): Act => ({ do: 'write', path })),
  },
  { weight: 8, arbitrary: only('plan') },
  { weight: 4, arbitrary: only('undo') },
  { weight: 1, arbitrary: only('new', 'untick', 'edited-by-hand', 'line-damaged', 'line-cut-off') },
  { weight: 1, arbitrary: fc.constantFrom(...states).map((to): Act => ({ do: 'override', to })) },
)

/** Rows after which the agent ticks what the results show. */
const finished = ['A2', 'A2c', 'R2', 'P3', 'P4a', 'P4b', 'P4c', 'P4e']

async function perform(folder: Folder, doing: Act, index: number): Promise<void> {
  const files = folder.contents()
  const plan = files[planFile]
  const state = stateFile in files ? stateOf(folder).current_state : 'GATHER_NEEDS_CONTEXT'
  const ctx = edgeAt(folder, new Date(Date.UTC(2026, 7, 20, 15, index)))
  try {
    if (doing.do === 'cast') {
      const { row } = await castIn(folder, doing.spell)
      if (finished.includes(row) && plan) folder.write({ [planFile]: plan.replace('- [ ]', '- [x]') })
    }
    if (doing.do === 'new') await archiveWork(folder, ctx)
    if (doing.do === 'undo') await takeBack(folder, ctx)
    if (doing.do === 'override') await moveTo(folder, doing.to, 'for a test', ctx)
    if (doing.do === 'write') folder.write({ [doing.path]: `# Text ${index}\n` })
    if (doing.do === 'plan' && state.startsWith('GATHER')) {
      const ticked = plan?.match(/- \[x\].*\n/g) ?? []
      const open = Array.from({ length: 1 + (index % 4) }, (_, box) => `- [ ] criterion ${index}.${box}\n`)
      folder.write({ [planFile]: `# Plan\n\n${[...ticked, ...open].join('')}` })
    }
    if (doing.do === 'untick' && plan) folder.write({ [planFile]: plan.replace('- [x]', '- [ ]') })
    if (!(historyFile in files)) return
    if (doing.do === 'edited-by-hand') {
      folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), current_state: 'GATHER_EDITING' }) })
      await repair(engineer, ctx)
    }
    if (doing.do === 'line-damaged') {
      const lines = linesOf(folder)
      lines[index % lines.length] = 'garbage'
      folder.write({ [historyFile]: `${lines.join('\n')}\n` })
      await repair(engineer, ctx)
    }
    if (doing.do === 'line-cut-off') {
      folder.write({ [historyFile]: folder.read(historyFile).slice(0, -1 - (index % 60)) })
      await repair(engineer, ctx)
    }
  } catch (error) {
    // Not everything is possible everywhere.
    if (!(error instanceof Failure) || error.exitCode !== 3) throw error
  }
}

/** What may be so in honest work, too: where it stands just now. */
const standing = ['error-state', 'pending-archive', 'file-missing']

async function wrongIn(folder: Folder, history: string | undefined) {
  const histories = new Map(history === undefined ? [] : [[historyFile, committed(history)]])
  const base = { name: 'main', commit: '1'.repeat(40), histories }
  const request = { requirement: 'any', noOverrides: false, base } as const
  const { findings } = await check(folder.path, {}, new Date('2026-08-22'), request, (_, state) => state)
  return findings.filter(({ rule }) => !standing.includes(rule))
}

test('however long an honest walk is, and whatever befalls it, nothing is found', async () => {
  const seen = new Set<string>()
  const walk = async (acts: readonly Act[], since: number) => {
    const folder = makeFolder()
    const clean = makeFolder()
    let base: string | undefined
    for (const [index, doing] of acts.entries()) {
      await perform(folder, doing, index)
      const files = folder.contents()
      if (index === since % acts.length) base = files[historyFile]
      if (index % 5 !== 4) continue
      // A clean checkout has nothing of what belongs to one copy alone.
      clean.remove('.ai')
      clean.write(files)
      expect(await wrongIn(clean, base)).toEqual([])
      for (const [, row] of (files[historyFile] ?? '').matchAll(/"row":"(\w+)"/g)) seen.add(row ?? '')
    }
    folder.remove('.')
    clean.remove('.')
  }
  const acts = fc.array(act, { minLength: 20, maxLength: 80, size: 'max' })
  // The walks do what they are for.
  const wanted = ['new', 'undo', 'override', 'adopted', 'A2', 'A3', 'P3', 'P4a']
  const property = fc.asyncProperty(acts, fc.nat(80), walk)
  await fc.assert(property, { numRuns: 60, seed: 2027 })
  expect([...seen]).toEqual(expect.arrayContaining(wanted))
  await holdsWithinBudget({ seconds: 15, atLeast: 1, all: 14, runs: 10 }, property)
})

test('nothing is found where two branches were merged and their conflict was settled', async () => {
  const acts = fc.array(act, { minLength: 1, maxLength: 15, size: 'max' })
  const property = fc.asyncProperty(acts, acts, acts, async (common, mine, others) => {
    const ours = makeRepository()
    for (const [index, doing] of common.entries()) await perform(ours, doing, index)
    if (!(historyFile in ours.contents())) return
    commitAll(ours)
    const before = ours.contents()
    const theirs = copyOf(ours)
    for (const [index, doing] of mine.entries()) await perform(ours, doing, 100 + index)
    for (const [index, doing] of others.entries()) await perform(theirs, doing, 200 + index)
    const [left, right] = [ours.contents(), theirs.contents()]
    // Where one side alone moved on, git has nothing to ask: a plan that the other changed is then a true finding.
    const haveMoved = [left, right].every((side) => side[historyFile] !== before[historyFile])
    if (!haveMoved || left[historyFile] === right[historyFile]) return
    for (const side of [ours, theirs]) commitAll(side)
    git(ours, 'fetch', '-q', theirs.path, 'HEAD')
    tries(ours, 'merge', '--quiet', '--no-commit', 'FETCH_HEAD')
    await settleAs(ours)
    expect((await settleAs(ours)).open).toBeUndefined()
    await repair(engineer, edgeAt(ours))
    commitAll(ours)
    ours.remove('.ai/.local')
    expect(await wrongIn(ours, right[historyFile])).toEqual([])
    expect(await wrongIn(ours, left[historyFile])).toEqual([])
    ours.remove('.')
    theirs.remove('.')
  })
  await holdsWithinBudget({ seconds: 10, atLeast: 1, all: 8, runs: 5 }, property)
})
