import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from '../../support/folder'
import {
  allowAll,
  checked,
  edit,
  proofsFile,
  provable,
  provablePlan,
  settingsFile,
  spellIn,
  tickOnly,
  works,
} from '../../support/packed-provable'
import { confirmAll, prove as forgeProof } from '../../support/provable-work'
import { cloneOf, commitAll, git, historyFile, linesOf, planFile, stateFile } from '../../support/team-repository'

// Each way to make a criterion look met that is not, from the context on, as an agent would go it: either the spell is
// refused, or the check in CI names it. What neither can see is in docs/check.md; cheats.workflows.test.ts has three workflows.

/** What comes of a cheat: of the spell that would complete the work, and of the checks in a fresh clone. */
interface Outcome {
  readonly accio: { readonly exitCode: number; readonly says: string }
  /** What the check finds, alone and compared with the base. */
  readonly check: readonly string[]
  readonly base?: readonly string[]
  /** Only noted. */
  readonly noted?: readonly string[]
  /** What is found besides with `--require proven`. */
  readonly proven?: readonly string[]
  /** What is found besides with `--rerun`. */
  readonly rerun?: readonly string[]
}

const inBase = ['--base', 'base']
/** The checks in CI. */
const doors = {
  check: [],
  base: inBase,
  proven: [...inBase, '--require', 'proven'],
  rerun: [...inBase, '--rerun', '--allow-commands'],
} as const

/** Tries the spell, and the doors in a fresh clone. */
function expectOf(folder: Folder, outcome: Outcome) {
  const { accio, check, base = check, noted = [] } = outcome
  const { exitCode, stdout } = spellIn(folder, 'accio')
  const says = stdout.slice(stdout.indexOf('### What Just Happened')).split('\n')[2]
  expect({ exitCode, says }).toEqual({ ...accio, says: expect.stringContaining(accio.says) })
  commitAll(folder)
  const clone = cloneOf(folder)
  const found = (door: keyof typeof doors) => checked(clone, doors[door], door === 'rerun' ? { CI: 'true' } : {})
  const codeOf = (rules: readonly string[]) => (rules.length > 0 ? 10 : 0)
  expect(found('check')).toMatchObject({ exitCode: codeOf(check), rules: check, noted })
  expect(found('base')).toMatchObject({ exitCode: codeOf(base), rules: base, noted })
  for (const door of ['proven', 'rerun'] as const) {
    const all = [...base, ...(outcome[door] ?? [])]
    expect(found(door)).toMatchObject({ exitCode: codeOf(all), rules: expect.arrayContaining(all) })
  }
}

const complete = { exitCode: 0, says: 'Every criterion is met: the work is complete.' }
const notProven = (count: number) => ({
  exitCode: 3,
  says: `${count} of 3 criteria ${count === 1 ? 'is' : 'are'} not proven for the files that are here now.`,
})

/** Proves what can be proven, as it is now. */
async function prove(folder: Folder, ...args: string[]) {
  await allowAll(folder)
  return spellIn(folder, 'prove', ...args)
}
/** Proves, and ticks all. */
async function provenIn(folder: Folder, exitCode = 0): Promise<Folder> {
  expect(await prove(folder)).toMatchObject({ exitCode })
  return ticked(folder)
}
const proven = async () => provenIn(await provable('done'))
async function ticked(folder: Folder): Promise<Folder> {
  await confirmAll(folder)
  tickOnly(folder, 1, 2, 3)
  return folder
}
/** A criterion is not met, as proving says. */
async function failed(): Promise<Folder> {
  const folder = await provable('done')
  folder.write({ 'import.mjs': 'nothing yet' })
  return provenIn(folder, 10)
}
/** No run of it counts, nor what the developer has confirmed. */
const brokenLog = {
  accio: notProven(2),
  check: ['proof-broken', 'criterion-not-proven'],
  noted: ['criterion-not-proven'],
} as const
const onlyStale = { check: [], noted: ['criterion-not-proven'], proven: ['criterion-not-proven'] } as const

test('without a cheat every door is open', async () => {
  expectOf(await proven(), { accio: complete, check: [] })
})

describe('a tick by hand', () => {
  test('is refused and named', async () => {
    const folder = await ticked(await provable('done'))
    expectOf(folder, { accio: notProven(2), check: ['criterion-not-proven'], proven: ['work-not-complete'] })
  })
})

describe('a command of a criterion', () => {
  test('that is replaced by one that always passes asks the developer again, and is named', async () => {
    const folder = await provable('done')
    edit(folder, planFile, /`node test.cjs export`\n.*ok export`/, '`true`')
    expect(spellIn(folder, 'prove')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('One command is not allowed yet on this machine, so nothing was run.'),
    })
    await provenIn(folder)
    expectOf(folder, { accio: complete, check: ['criteria-changed'] })
  })

  // Others like it are in support/dishonest-kinds.
  test('whose expectation is weakened after the proof has none', async () => {
    const folder = await proven()
    edit(folder, planFile, /\n.*ok export`/, '')
    const check = ['criterion-not-proven', 'criteria-changed']
    expectOf(folder, { accio: notProven(1), check })
  })
})

describe('what was proven', () => {
  test('is not if a test is edited afterwards', async () => {
    const folder = await proven()
    edit(folder, 'test.cjs', '0 : 1', '0 : 0')
    expectOf(folder, { accio: notProven(2), ...onlyStale })
  })

  test('is not if a file changes that git ignores and the command names', async () => {
    const plan = provablePlan.replace('test.cjs import', 'test.cjs import orders.log')
    const folder = await provenIn(await provable('done', { [planFile]: plan, 'orders.log': 'one order' }))
    folder.write({ 'orders.log': 'no order' })
    // In a clone the file is not there at all, so nothing can be compared.
    expectOf(folder, { accio: notProven(1), check: [], proven: ['work-not-complete'] })
  })

  test('is not if the code changes, its size and times do not, and the clock stands still', async () => {
    const folder = await proven()
    const path = join(folder.path, 'export.mjs')
    const { atime, mtime } = statSync(path)
    edit(folder, 'export.mjs', 'works', 'wurks')
    utimesSync(path, atime, mtime)
    expectOf(folder, { accio: notProven(2), ...onlyStale, rerun: ['rerun-failed'] })
  })

  test.each<
    [what: string, path: string, text: string, takeBack: (folder: Folder) => unknown, proven: readonly string[]]
  >([
    [
      'were never committed',
      'import.mjs',
      `${works('import')}// with a helper`,
      (folder) => git(folder, 'checkout', '--quiet', 'import.mjs'),
      onlyStale.proven,
    ],
    ['lay beside', 'helper.mjs', 'export const help = 1', (folder) => folder.remove('helper.mjs'), []],
  ])('is noted if files %s', async (_, path, text, takeBack, proven) => {
    const folder = await provable('done')
    folder.write({ [path]: text })
    await provenIn(folder)
    expect(spellIn(folder, 'accio').stdout).toContain('the work is complete')
    takeBack(folder)
    expectOf(folder, { ...onlyStale, accio: { exitCode: 0, says: '' }, proven })
  })
})

describe('a line of the proofs', () => {
  test.each<[what: string, from: RegExp, to: string, begin?: () => Promise<Folder>, rerun?: readonly string[]]>([
    ['tree', /"treeAll":"..../, '"treeAll":"0000'],
    ['failure into a success', /"failed","exit":1/, '"passed","exit":0', failed, ['rerun-failed']],
  ])('whose %s is edited is none', async (_, from, to, begin = proven, rerun = []) => {
    const folder = await begin()
    edit(folder, proofsFile, from, to)
    expectOf(folder, { ...brokenLog, rerun })
  })
})

describe('settings of proof', () => {
  const files = { [settingsFile]: '{ "proof": { "always": ["node test.cjs all"], "required": true } }\n' }
  const provenWith = async () => provenIn(await provable('done', files), 10)

  test('that are met by nothing refuse to complete the work', async () => {
    const folder = await provenWith()
    const says = '`node test.cjs all` has not passed for the files that are here now.'
    expectOf(folder, { accio: { exitCode: 3, says }, check: [], proven: ['work-not-complete'] })
    expect(checked(folder, ['--rerun', '--allow-commands'], { CI: '1' }).rules).toEqual([])
  })

  test('that are weakened only while the work is completed are named by what they ask for', async () => {
    const folder = await provenWith()
    folder.write({ [settingsFile]: '{}\n' })
    expect(spellIn(folder, 'accio').stdout).toContain('the work is complete')
    folder.write(files)
    commitAll(folder)
    expect(checked(folder)).toMatchObject({ rules: ['criterion-not-proven'] })
    expect(spellIn(folder, 'new', '--yes')).toMatchObject({ exitCode: 0 })
    commitAll(folder)
    expect(checked(folder, ['--base', 'base'])).toMatchObject({ rules: ['criterion-not-proven'] })
  })
})

test('a review that is said to have begun in complete work does not lead there', async () => {
  const folder = await provable('done')
  expect(spellIn(folder, 'reparo').exitCode).toBe(0)
  tickOnly(folder, 1, 2, 3)
  edit(folder, stateFile, /(?<="review_from": ?")ACHIEVE_TASK_DRAFTING/, 'ACHIEVE_COMPLETE')
  expect(folder.read(stateFile)).toContain('"current_state": "PR_')
  expect(spellIn(folder, 'check').stdout).toContain('context-by-hand')
  spellIn(folder, 'reverto')
  expect(JSON.parse(folder.read(stateFile)).current_state).not.toBe('ACHIEVE_COMPLETE')
})

// Others like it are in support/dishonest-kinds.
test('a repair of a made-up conflict forgets no command that was changed outside planning', async () => {
  const folder = await provable('done')
  const line = linesOf(folder).at(-1) ?? ''
  folder.write({ [historyFile]: `${folder.read(historyFile)}<<<<<<< HEAD\n=======\n${line}\n>>>>>>> other\n` })
  expect(spellIn(folder, 'doctor', '--fix', '--side', 'mine').exitCode).toBe(0)
  edit(folder, planFile, /`node test.cjs export`\n.*ok export`/, '`true`')
  await provenIn(folder)
  expectOf(folder, { accio: complete, check: ['criteria-changed'], noted: ['adopted'] })
})

test('a whole line of the proofs that is made up is found only by running the command again', async () => {
  const folder = await provable('done')
  folder.write({ 'import.mjs': 'nothing yet' })
  await prove(folder, '1')
  await forgeProof(folder, 2)
  expectOf(await ticked(folder), { accio: complete, check: [], rerun: ['rerun-failed'] })
})
