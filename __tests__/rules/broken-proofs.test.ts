import type { Folder } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { accio, proofsFile, provable, tickOnly } from '../support/packed-provable'
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
  [
    'is a marker of git',
    ([a = '', b = '', c = '']) => [a, b, '<<<<<<< HEAD', c, '=======', c, '>>>>>>> other'],
    'is not what spell wrote there',
  ],
])('a line of the proofs that %s is found; a repair keeps those before it, and the file', async (_, change, said) => {
  const folder = await broken(change)
  const before = folder.read(proofsFile)
  const found = `.ai/task/proofs.jsonl line 3 ${said}; it and those after it do not count.`
  expect(doctor(folder)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining(`\`proof-broken\`: ${found}`) })
  expect(folder.read(proofsFile)).toBe(before)

  const { exitCode, stdout } = doctor(folder, '--fix')
  expect(exitCode).toBe(0)
  const [, kept = ''] = /(\.ai\/task\/broken-[\d-]+\/proofs\.jsonl) has what there was\./.exec(stdout) ?? []
  expect(folder.read(kept)).toBe(before)
  expect(folder.read(proofsFile).trimEnd().split('\n')).toEqual(before.split('\n').slice(0, 2))
  expect(JSON.parse(linesOf(folder).at(-1) ?? '')).toMatchObject({ trigger: 'Doctor', row: 'adopted' })
  expect(doctor(folder).exitCode).toBe(0)
  // The chain goes on from there.
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

test('proofs that the history names and that are gone are found, and named no more after a repair', async () => {
  const folder = await provable('done')
  await prove(folder, 1)
  await prove(folder, 2)
  await prove(folder, 3)
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  folder.remove(proofsFile)
  expect(doctor(folder)).toMatchObject({
    exitCode: 10,
    stdout: expect.stringContaining('.ai/task/proofs.jsonl has lost a proof that the history names.'),
  })
  expect(doctor(folder, '--fix').exitCode).toBe(0)
  expect(doctor(folder).exitCode).toBe(0)
  expect(folder.read(historyFile)).toContain('has lost a proof that the history names')
})

test('proofs that cannot be read are named', async () => {
  const folder = await provable('done')
  folder.write({ [`${proofsFile}/a`]: '' })
  expect(doctor(folder)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining(proofsFile) })
})
