import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allWork } from '../../src/work/open'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { jsonHere as json } from '../support/packed-program'
import { allowAll } from '../support/packed-provable'

// Consent is of words: of what a command says and of the scripts and the makefile that
// it names; the agent's task is to change the rest.

const script = (name: string) => `echo > ran-${name}`
const manifest = (scripts: object = {}, more: object = {}) =>
  JSON.stringify({ name: 'shop', scripts: { check: 'sh check.sh', ...scripts }, ...more })
const files = {
  '.gitignore': 'ran-*\n',
  'test.cjs': "require('node:fs').writeFileSync('ran-test', '')\n",
  'check.sh': script('check'),
  'package.json': manifest(),
  Makefile: 'include more.mk\nall:\n\t@sh check.sh\n',
  'more.mk': '',
}
const [named, scripted, made] = ['node test.cjs', 'npm run check', 'make all']
const commands = [named, scripted, made]

const plan = `# Orders\n\n${commands.map((command) => `- [ ] ${command}\n  - run: \`${command}\`\n`).join('')}`

/** What the developer is asked about after an edit. */
const edits: readonly [what: string, files: Readonly<Record<string, string>>, asked: readonly string[]][] = [
  ['the test that a command names', { 'test.cjs': `${files['test.cjs']}// more\n` }, []],
  ['what a package script and a makefile start', { 'check.sh': `${script('check')}; true` }, []],
  ['a file that a makefile includes', { 'more.mk': 'X = 1\n' }, []],
  ['what else a package has', { 'package.json': manifest({ other: 'x', precheckout: 'x' }, { version: '2.0.0' }) }, []],
  ['the package script', { 'package.json': manifest({ check: 'sh check.sh #' }) }, [scripted]],
  ['what runs before it', { 'package.json': manifest({ precheck: 'true' }) }, [scripted]],
  ['what runs after it', { 'package.json': manifest({ postcheck: 'true' }) }, [scripted]],
  ['another target of the makefile', { Makefile: `${files.Makefile}other:\n` }, [made]],
  ['a makefile that goes first', { GNUmakefile: files.Makefile }, [made]],
  ['all of it, and back', {}, []],
]

/** What the developer would be asked about. */
function asked(shop: Pick<Folder, 'path'>): string[] {
  const listed: readonly { text: string; allowed: string | null }[] = json(shop, 'allow', '--list').commands
  expect(listed.map(({ text }) => text)).toEqual(commands)
  return listed.flatMap(({ text, allowed }) => (allowed === null ? [text] : []))
}
interface Proven {
  readonly text: string
  readonly commands: readonly [{ readonly result: { readonly verdict: string } }]
}

async function allow(shop: Pick<Folder, 'path'>): Promise<void> {
  for (const { flow } of await allWork(shop.path)) await allowAll(shop, flow)
}

test('an edit asks again only if words have changed, and until then only what is allowed runs', async () => {
  const shop = makeRepository(files)
  json(shop, 'accio')
  shop.write({ '.ai/task/plan.md': plan })
  expect(asked(shop)).toEqual(commands)
  await allow(shop)
  const barred = () => {
    const { criteria } = json(shop, 'prove', '--all')
    const isBarred = ({ commands: [command] }: Proven) => command.result.verdict === 'not allowed'
    return criteria.filter(isBarred).map(({ text }: Proven) => text)
  }
  const found = edits.map(([what, edited]) => {
    shop.write({ ...files, ...edited })
    const now = asked(shop)
    expect(barred()).toEqual(now)
    shop.remove('GNUmakefile')
    return [what, now]
  })
  expect(found).toEqual(edits.map(([what, , expected]) => [what, expected]))
  shop.write({ ...files, 'test.cjs': `${files['test.cjs']}process.exit(3)\n`, 'check.sh': 'exit 4' })
  expect(json(shop, 'prove')).toMatchObject({ kind: 'proof', ok: false })
})

test('worktrees share what is allowed; a clone and a copy ask for all, also in the same place', async () => {
  const [shop, beside] = [makeRepository(files), makeFolder()]
  json(shop, 'accio')
  shop.write({ '.ai/task/plan.md': plan })
  commitAll(shop, 'the work')
  const [linked, aside] = [{ path: join(beside.path, 'linked') }, join(beside.path, 'aside')]
  git(shop, 'worktree', 'add', '-q', '--detach', linked.path)
  await allow(linked)
  expect([asked(linked), asked(shop)]).toEqual([[], []])
  renameSync(shop.path, aside)
  const ways = [
    (to: string) => git(beside, 'clone', '-q', aside, to),
    (to: string) => cpSync(aside, to, { recursive: true, preserveTimestamps: true }),
  ]
  for (const [index, way] of ways.entries()) {
    const other = { path: join(beside.path, `other-${index}`) }
    for (const place of [other, shop]) {
      way(place.path)
      expect([asked(place), json(place, 'prove').code]).toEqual([commands, 'not-allowed'])
    }
    await allow(shop)
    expect([asked(shop), asked(other)]).toEqual([[], commands])
    rmSync(shop.path, { recursive: true })
  }
  renameSync(aside, shop.path)
  expect(asked(shop)).toEqual([])
})
