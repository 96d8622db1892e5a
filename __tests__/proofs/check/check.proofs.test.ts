import { type Folder, makeFolder } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { spellHere } from '../../support/packed-program'
import {
  accio,
  allowAll,
  checked,
  provable,
  provablePlan,
  settingsFile,
  spellIn,
  tickOnly,
} from '../../support/packed-provable'
import { prove } from '../../support/provable-work'
import { cloneOf, planFile } from '../../support/team-repository'

const proven = ['--base', 'base', '--require', 'proven']

/** Complete work, proven and committed. */
async function complete(): Promise<Folder> {
  const folder = await provable('done')
  expect(spellIn(folder, 'prove').exitCode).toBe(0)
  tickOnly(folder, 1, 2, 3)
  await prove(folder, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  commitAll(folder)
  return folder
}

/** Checks as on GitHub, where an event says what for. */
function onGithub(folder: Folder, event: object, env: Readonly<Record<string, string>> = {}, args: string[] = []) {
  const { path } = makeFolder({ 'event.json': JSON.stringify(event) })
  const given = { GITHUB_EVENT_PATH: `${path}/event.json`, CI: 'true', ...env }
  return spellHere(folder.path, ['check', '--format', 'github', ...args], { env: given })
}
const commitOf = (folder: Folder, name = 'HEAD') => git(folder, 'rev-parse', name).trim()

test('what is edited and not committed is what the proofs have to be of', async () => {
  const folder = await complete()
  expect(checked(folder, proven).exitCode).toBe(0)
  folder.write({ 'beside.log': 'git ignores it\n' })
  expect(checked(folder, proven).exitCode).toBe(0)
  folder.write({ 'export.mjs': `${folder.read('export.mjs')}// more\n` })
  expect(checked(folder)).toMatchObject({ exitCode: 0, noted: expect.arrayContaining(['criterion-not-proven']) })
  expect(checked(folder, proven)).toMatchObject({ exitCode: 10, rules: ['criterion-not-proven'] })
})

test('what was proven beside files that were not committed is noted', async () => {
  const folder = await provable('done')
  folder.write({ 'helper.mjs': 'export const help = 1\n' })
  expect(spellIn(folder, 'prove').exitCode).toBe(0)
  folder.remove('helper.mjs')
  tickOnly(folder, 1, 2)
  commitAll(folder)
  const found = checked(folder, ['--base', 'base'])
  expect(found).toMatchObject({ exitCode: 0, noted: ['criterion-not-proven'] })
  expect(spellIn(folder, 'check').stdout).toContain('Criterion 1 is proven beside files that were not committed.')
})

test('settings that are weaker only while the work is completed do not complete it', async () => {
  const asked = { [settingsFile]: '{ "proof": { "always": ["node test.cjs all"] } }\n' }
  const folder = await provable('done', asked)
  expect(spellIn(folder, 'prove').exitCode).toBe(10)
  tickOnly(folder, 1, 2, 3)
  await prove(folder, 3)
  expect(accio(folder)).not.toBe('ACHIEVE_COMPLETE')
  folder.write({ [settingsFile]: '{}\n' })
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  folder.write(asked)
  expect(checked(folder)).toMatchObject({ rules: ['criterion-not-proven'] })
  expect(spellIn(folder, 'new', '--yes').exitCode).toBe(0)
  commitAll(folder)
  expect(checked(folder, ['--base', 'base'])).toMatchObject({ rules: ['criterion-not-proven'] })
})

test('work that was complete is not once its plan has another criterion', async () => {
  const folder = await complete()
  folder.write({ [planFile]: `${folder.read(planFile)}- [ ] One more\n` })
  const { findings } = checked(folder, ['--base', 'base', '--require', 'complete'])
  expect(findings).toMatchObject([
    { rule: 'work-not-complete', message: expect.stringContaining('the plan has open criteria again') },
  ])
})

describe('on a pull request', () => {
  /** What the runner checks out: the request merged into its target branch, which went on. */
  async function request(change: (folder: Folder) => void = () => {}) {
    const folder = await complete()
    change(folder)
    git(folder, 'branch', 'request')
    git(folder, 'checkout', '--quiet', '-B', 'target', 'base')
    folder.write({ 'other.mjs': 'export const other = 1\n' })
    commitAll(folder)
    git(folder, 'merge', '--quiet', '--no-ff', '-m', 'the merge', 'request')
    git(folder, 'branch', '--force', 'main', 'target~1')
    const clone = cloneOf(folder)
    const event = { pull_request: { head: { sha: commitOf(folder, 'request') } } }
    return { folder, clone, event, env: { GITHUB_BASE_REF: 'main', GITHUB_EVENT_NAME: 'pull_request' } }
  }

  test("proofs are those of the request's commit, not of the merge that is checked out", async () => {
    const { clone, event, env } = await request()
    expect(git(clone, 'rev-list', '--count', '--merges', 'HEAD^..HEAD').trim()).toBe('1')
    expect(onGithub(clone, event, env)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('All is in order'),
    })
    expect(onGithub(clone, event, env).stdout).not.toContain('::notice')
    // Without the event the merge is all that is known.
    expect(checked(clone, ['--base', 'base']).noted).toEqual(['criterion-not-proven'])
  })

  test('what lies beside its commit counts for nothing', async () => {
    const { clone, event, env } = await request((folder) => {
      folder.write({ 'late.mjs': 'export const late = 1\n' })
      commitAll(folder)
    })
    // As if the runner had the files of the proof.
    clone.remove('late.mjs', 'other.mjs')
    expect(onGithub(clone, event, env, ['--require', 'complete']).exitCode).toBe(10)
  })

  test('whose commit the clone does not have says so', async () => {
    const { clone, env } = await request()
    const event = { pull_request: { head: { sha: 'f'.repeat(40) } } }
    expect(onGithub(clone, event, env)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/^::error title=spell check::This clone does not have f{40}, .*fetch-depth: 0/),
    })
  })
})

test('criteria with commands are asked about if the work was given up, too', async () => {
  const folder = await provable('done')
  tickOnly(folder, 1)
  expect(checked(folder).rules).toEqual(['criterion-not-proven'])
  expect(spellIn(folder, 'new', '--yes').exitCode).toBe(0)
  expect(checked(folder).rules).toEqual(['criterion-not-proven'])
})

test('a criterion that was proven while a task was left may be ticked, one that was not may not', async () => {
  const folder = await provable('planned', { [planFile]: `${provablePlan}- [ ] It is fast\n` })
  folder.write({ 'export.mjs': 'works' })
  await allowAll(folder)
  expect(spellIn(folder, 'prove', '1').exitCode).toBe(0)
  expect(checked(folder).rules).toEqual([])
  tickOnly(folder, 1, 4)
  expect(checked(folder).findings).toMatchObject(
    [{ rule: 'criteria-ticked', message: /number 4, “It is fast”/ }].map((each) => ({
      ...each,
      message: expect.stringMatching(each.message),
    })),
  )
})
