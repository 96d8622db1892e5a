import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { idOf } from '../../src/work/history/work-id'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { hope } from '../../src/workflows/hope'
import { addProof, sampleProof } from '../support/add-proof'
import { stateFile } from '../support/casting'
import { type Folder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { hoped } from '../support/hope-session'
import { spellHere } from '../support/packed-program'
import { accio, checked, proofsFile, provable, tickOnly } from '../support/packed-provable'
import { prove } from '../support/provable-work'
import { historyFile, linesOf } from '../support/team-repository'

// Real repositories on slow machines.
jest.setTimeout(60_000)

const doctor = ({ path }: Folder, ...args: string[]) => spellHere(path, ['doctor', ...args])

/** Three proofs, of which the first two stay as they are. */
async function broken(change: (lines: string[]) => readonly string[] | string): Promise<Folder> {
  const folder = await provable('done')
  for (const which of [1, 2, 1]) await prove(folder, which)
  const changed = change(folder.read(proofsFile).trimEnd().split('\n'))
  folder.write({ [proofsFile]: typeof changed === 'string' ? changed : changed.map((line) => `${line}\n`).join('') })
  return folder
}

test.each<[string, (lines: string[]) => readonly string[] | string, string]>([
  ['was edited', ([a = '', b = '', c = '']) => [a, b, c.replace('"ms":1', '"ms":2')], 'is not what spell wrote there'],
  ['is garbage', ([a = '', b = '']) => [a, b, 'garbage'], 'is not what spell wrote there'],
  ['was cut off', ([a = '', b = '', c = '']) => `${a}\n${b}\n${c.slice(0, -9)}`, 'is not what spell wrote there'],
  ['was put in again', ([a = '', b = '']) => [a, b, a], 'does not follow the line before it'],
])('a line of the proofs that %s is found; a repair keeps the file, and no run counts', async (_, change, said) => {
  const folder = await broken(change)
  const before = folder.read(proofsFile)
  const found = `.ai/task/proofs.jsonl line 3 ${said}; none of its runs counts.`
  expect(doctor(folder)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining(`\`proof-broken\`: ${found}`) })
  expect(folder.read(proofsFile)).toBe(before)

  const { exitCode, stdout } = doctor(folder, '--fix')
  expect(exitCode).toBe(0)
  const [, kept = ''] = /(\.ai\/task\/broken-[\d-]+\/proofs\.jsonl) has what there was\./.exec(stdout) ?? []
  expect(folder.read(kept)).toBe(before)
  expect(folder.read(proofsFile)).toBe('')
  expect(JSON.parse(linesOf(folder).at(-1) ?? '')).toMatchObject({ trigger: 'Doctor', row: 'adopted' })
  expect(doctor(folder).exitCode).toBe(0)
  // A new one begins there.
  await prove(folder, 1)
  expect(doctor(folder).exitCode).toBe(0)
})

test('proofs of another piece of work are found', async () => {
  const folder = await provable('done')
  await prove(folder, 1, { work: 'deadbeef' })
  expect(doctor(folder).stdout).toContain('.ai/task/proofs.jsonl line 1 belongs to another piece of work')
  expect(doctor(folder, '--fix').exitCode).toBe(0)
  expect(folder.read(proofsFile)).toBe('')
})

test.each([
  ['all proofs', 0],
  ['all but the first', 1],
])('%s that are gone and that the history names are found, and named no more after a repair', async (_, kept) => {
  const folder = await provable('done')
  await prove(folder, 1)
  await prove(folder, 2)
  await prove(folder, 3)
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  const left = folder.read(proofsFile).split(/^/m).slice(0, kept).join('')
  folder.write({ [proofsFile]: left, [stateFile]: folder.read(stateFile).replace(/ +"proof": .*\n/, '') })
  expect(doctor(folder)).toMatchObject({
    exitCode: 10,
    stdout: expect.stringContaining('.ai/task/proofs.jsonl has lost a proof that the history names.'),
  })
  expect(doctor(folder, '--fix').exitCode).toBe(0)
  expect(doctor(folder).exitCode).toBe(0)
  expect(folder.read(historyFile)).toContain('has lost a proof that the history names')
})

/** A pass, then a failure on the same files, of every piece of work that keeps proofs, where its run is taken out. */
const places: [where: string, make: () => Promise<Work>][] = [
  ['of the six spells', async () => failedLast(await provable('done'), engineer)],
  ['with a name', async () => failedLast(await named(), engineerNamed('orders'))],
  ['of hope', async () => failedLast(await hopeSession(), hope())],
  ['in an archive', async () => archived(await failedLast(await provable('done'), engineer))],
]

interface Work {
  readonly folder: Folder
  readonly at: string
}

async function failedLast(folder: Folder, flow: Workflow): Promise<Work> {
  const work = workIn(folder.path, flow)
  const proof = { ...sampleProof, work: idOf(work) ?? '' }
  addProof(folder.path, flow, { ...proof, outcome: 'passed' })
  addProof(folder.path, flow, { ...proof, outcome: 'failed', exit: 1 })
  commitAll(folder, 'proofs')
  return { folder, at: flow.folder }
}

async function named(): Promise<Folder> {
  const folder = makeRepository()
  expect(spellHere(folder.path, ['new', 'orders']).exitCode).toBe(0)
  return folder
}

async function hopeSession(): Promise<Folder> {
  const folder = makeRepository()
  await hoped(folder, { verb: 'start', text: 'Add CSV export of orders', engagement: 'Collaborative' })
  return folder
}

function archived({ folder }: Work): Work {
  expect(spellHere(folder.path, ['new', '--yes']).exitCode).toBe(0)
  commitAll(folder, 'archived')
  const [name = ''] = readdirSync(join(folder.path, '.ai/archive'))
  return { folder, at: `.ai/archive/${name}` }
}

test.each(places)('the newest run %s that is taken out is found, and the commit that has it', async (_, make) => {
  const { folder, at } = await make()
  const path = `${at}/proofs.jsonl`
  const whole = folder.read(path)
  const rules = (...args: string[]) => checked(folder, args).rules.filter((rule) => rule === 'proof-broken')
  expect([rules(), rules('--base', 'HEAD')]).toEqual([[], []])
  folder.write({ [path]: whole.slice(0, whole.lastIndexOf('{')) })
  expect([rules(), rules('--base', 'HEAD')]).toEqual([['proof-broken'], ['proof-broken']])
  const found = checked(folder).findings.find(({ rule }: { rule: string }) => rule === 'proof-broken')
  expect(found).toMatchObject({ where: path, line: 1, fix: expect.stringMatching(/ && git show \w+:\.\/\S+ > \S+$/) })
  execFileSync('sh', ['-c', found.fix], { cwd: folder.path })
  expect(folder.read(path)).toBe(whole)
  expect(rules()).toEqual([])
  // Without what the state names, only the base knows.
  const state = `${at}/state.json`
  folder.write({
    [path]: whole.slice(0, whole.lastIndexOf('{')),
    [state]: folder.read(state).replace(/ {2}"proof": .*\n/, ''),
  })
  expect([rules(), rules('--base', 'HEAD')]).toEqual([[], ['proof-broken']])
})

test('where the newest run was taken out, nothing is proven, no step completes, and a repair lets no older one count', async () => {
  const folder = await provable('done')
  for (const which of [1, 2]) await prove(folder, which)
  const whole = folder.read(proofsFile)
  await prove(folder, 2, { outcome: 'failed', exit: 1 })
  folder.write({ [proofsFile]: whole })
  tickOnly(folder, 1, 2, 3)
  const said = 'should be followed by the newest run, which the state names and which is gone'
  expect(doctor(folder).stdout).toContain(`.ai/task/proofs.jsonl line 2 ${said}`)
  for (const command of [['prove'], ['prove', '--list']]) {
    const { exitCode, stdout, stderr } = spellHere(folder.path, command)
    expect([exitCode, stdout + stderr]).toEqual([5, expect.stringContaining(said)])
  }
  expect(accio(folder)).not.toBe('ACHIEVE_COMPLETE')
  expect(doctor(folder, '--fix').stdout).toContain('Each criterion needs a new run')
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).not.toBe('ACHIEVE_COMPLETE')
  expect(doctor(folder).exitCode).toBe(0)
  for (const which of [1, 2, 3]) await prove(folder, which)
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
})

test.each<[what: string, harm: (folder: Folder, older: string) => void]>([
  ['removed', (folder) => folder.remove(stateFile)],
  ['garbage', (folder) => folder.write({ [stateFile]: '{' })],
  ['put back', (folder, older) => folder.write({ [stateFile]: older })],
])('an older pass does not count either after the repair of a state that was %s', async (_, harm) => {
  const folder = await provable('task')
  await prove(folder, 1)
  const [whole, older] = [folder.read(proofsFile), folder.read(stateFile)]
  folder.write({ '.ai/task/task-results.md': 'Done.\n' })
  expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
  await prove(folder, 1, { outcome: 'failed', exit: 1 })
  folder.write({ [proofsFile]: whole })
  harm(folder, older)
  expect(doctor(folder, '--fix').exitCode).toBe(0)
  expect(folder.read(proofsFile)).toBe('')
  expect(doctor(folder).exitCode).toBe(0)
})

test('a log that a repair began is not held against the base, which noted it', async () => {
  const folder = await broken(([a = '', b = '', c = '']) => [a, b, c])
  commitAll(folder, 'proofs')
  folder.write({ [proofsFile]: `${folder.read(proofsFile)}garbage\n` })
  doctor(folder, '--fix')
  await prove(folder, 1)
  expect(checked(folder, ['--base', 'HEAD'])).toMatchObject({ rules: [], noted: ['adopted'] })
  expect(checked(folder, ['--base', 'HEAD', '--no-overrides']).rules).toEqual(['adopted'])
})

test('an undo takes no run back', async () => {
  const folder = await provable('task')
  folder.write({ '.ai/task/task-results.md': 'Done.\n' })
  expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
  await prove(folder, 1)
  expect(spellHere(folder.path, ['undo']).exitCode).toBe(0)
  folder.write({ [proofsFile]: '' })
  expect(doctor(folder).stdout).toContain('proof-broken')
})

test('a stop between the log and the state is no damage, and the next run is named again', async () => {
  const folder = await provable('done')
  await prove(folder, 1)
  const before = folder.read(stateFile)
  await prove(folder, 1)
  folder.write({ [stateFile]: before })
  expect(doctor(folder).exitCode).toBe(0)
  await prove(folder, 1)
  folder.write({ [proofsFile]: folder.read(proofsFile).split('\n').slice(0, 2).join('\n') })
  expect(doctor(folder).stdout).toContain('proof-broken')
})

test('proofs that cannot be read are named', async () => {
  const folder = await provable('done')
  folder.write({ [`${proofsFile}/a`]: '' })
  expect(doctor(folder)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining(proofsFile) })
})
