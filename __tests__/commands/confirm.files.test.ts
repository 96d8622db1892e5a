import { type SeenFiles, seenFiles } from '../../src/commands/confirm'
import { withGit } from '../../src/git/git'
import { currentCriteria } from '../../src/proof/consent/current-commands'
import { treeNow } from '../../src/proof/status/proofs'
import { standingsOf } from '../../src/proof/status/statuses'
import { workIn } from '../../src/work/work'
import { seenText } from '../../src/workflow/criteria/files-at'
import { engineer } from '../../src/workflows/engineer'
import { castIn } from '../support/casting'
import { type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { commitAll } from '../support/git'
import { spellHere } from '../support/packed-program'
import { planPath, prove } from '../support/provable-work'

const criterion = (...of: readonly string[]) =>
  `- [x] The page reads well\n  - by: developer${of.length > 0 ? ` of ${of.map((path) => `\`${path}\``).join(', ')}` : ''}\n`

/** Work that has begun in a repository with two pages, then changed what is written. */
function begun(plan: string, written: Readonly<Record<string, string>> = {}): Folder {
  const folder = makeRepository({ 'page.html': 'old\n', 'other.html': 'old\n' })
  commitAll(folder)
  spellHere(folder.path, ['accio'])
  folder.write({ [planPath]: plan, ...written })
  return folder
}

async function seenIn({ path }: Folder): Promise<SeenFiles> {
  const work = workIn(path, engineer)
  const [asked] = currentCriteria(work)?.criteria ?? []
  if (!asked) throw new Error('no criterion')
  const [seen = {}] = await withGit(path, plainEnv, (git) => seenFiles(work, [{ number: 1, ...asked }], git))
  return seen
}

async function standingAfter(folder: Folder, changed: Readonly<Record<string, string>>) {
  await prove(folder, 1, await seenIn(folder))
  folder.write(changed)
  const work = workIn(folder.path, engineer)
  const asked = [work, currentCriteria(work)?.criteria ?? [], { always: [], required: false }] as const
  return { now: standingsOf(...asked, await treeNow(folder.path, plainEnv)), look: standingsOf(...asked) }
}

const page = { 'page.html': 'new\n' }
const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`page-${index}.html`, 'new\n']))

test.each<[what: string, plan: string, written: Readonly<Record<string, string>>, of: string]>([
  ['the file that is named', criterion('other.html'), page, 'other.html'],
  ['the files that are named', criterion('other.html', 'page.html'), {}, 'other.html and page.html'],
  ['what the work has changed', criterion(), page, 'page.html'],
  ['what is new, too', criterion(), { ...page, 'a/new.css': 'new\n', 'b.css': '' }, 'page.html, a/new.css and 1 more'],
  ['all files if nothing has changed yet', criterion(), {}, 'all files'],
  ['all files if too many have', criterion(), many, 'all files'],
])('a confirmation is of %s', async (_, plan, written, of) => {
  expect(seenText(await seenIn(begun(plan, written)))).toBe(of)
})

test('without git it is of what is named, or of nothing', async () => {
  const folder = makeFolder(page)
  await castIn(folder, 'accio')
  folder.write({ [planPath]: criterion() })
  expect(seenText(await seenIn(folder))).toBe('')
  folder.write({ [planPath]: criterion('page.html') })
  expect(seenText(await seenIn(folder))).toBe('page.html')
})

test('a file that is named and not there is no ground to confirm', async () => {
  await expect(seenIn(begun(criterion('gone.html')))).rejects.toMatchObject({
    code: 'no-file',
    message: 'Criterion 1 is of gone.html, which is not here.',
  })
})

test.each<
  [what: string, written: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>>, standing: string]
>([
  ['a file that was seen changed', page, { 'page.html': 'newer\n' }, 'stale'],
  ['another file changed', page, { 'other.html': 'new\n' }, 'confirmed'],
  ['only its line endings did', page, { 'page.html': 'new\r\n' }, 'confirmed'],
  ['all files were seen and one changed', {}, page, 'stale'],
])('it is judged after %s', async (_, written, changed, standing) => {
  const folder = begun(criterion(), written)
  const { now, look } = await standingAfter(folder, changed)
  expect(now?.standings).toEqual([standing])
  expect(now?.lack).toBe(standing === 'stale' ? 'criterion 1 waits for the developer: `spell confirm 1`' : '')
  expect(now?.facts.proof).toBe(standing === 'stale' ? 'unproven' : 'complete')
  // A look does not ask git, but reads the files that were seen.
  expect(look?.standings).toEqual([written === page ? standing : 'confirmed'])
})
