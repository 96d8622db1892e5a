import { type Folder, makeFolder } from '../../../support/folder'
import { untrack } from '../../../support/git'
import { spellHere } from '../../../support/packed-program'
import { allowAll } from '../../../support/packed-provable'
import { boxesOf, makeProvable, proofsOf } from '../../../support/provable-work'

// One command on one tree runs once, however many criteria name it.

const proveIn = ({ path }: Folder, state: string, ...args: string[]) =>
  spellHere(path, ['prove', '--json', ...args], { env: { XDG_STATE_HOME: state } })

/** A shell command that counts its runs outside of the repository, and goes on with another. */
function counting() {
  const folder = makeFolder({ runs: '' })
  return { then: (more: string) => `echo >> '${folder.path}/runs'; ${more}`, runs: () => folder.read('runs').length }
}
const item = (command: string, ...below: string[]) =>
  ['- [ ] a', `  - shell: \`${command}\``, ...below.map((each) => `  - ${each}`), ''].join('\n')

type Row = [what: string, plan: (command: (more: string) => string) => string, runs: number, outcomes: string[]]
const report = (name: string) => `echo "<testsuite><testcase name='a'/></testsuite>" > ${name}.xml`
// biome-ignore format: a case is a line
const rows: readonly Row[] = [
  ['one that passes', (it) => item(it('true')).repeat(3), 1, ['passed', 'passed', 'passed']],
  ['one that fails', (it) => item(it('exit 1')).repeat(2), 1, ['failed', 'failed']],
  [
    'one of which different things are expected, in any order',
    (it) => {
      const said = it(`${report('r')}; echo 410; exit 3`)
      const ends = item(said, 'expect: exit 3')
      const says = item(said, 'expect: exit 3', 'expect: stdout contains `410`')
      const counts = item(said, 'expect: exit 3', 'expect: tests >= 2 in `r.xml`')
      return `${ends}${says}${counts}${item(said)}${ends}`
    },
    1,
    ['passed', 'passed', 'failed', 'failed', 'passed'],
  ],
  ['one that a criterion names twice', (it) => item(it('true'), `shell: \`${it('true')}\``), 1, ['passed', 'passed']],
  ['one beside another', (it) => `${item(it('true'))}${item('true')}${item(it('true'))}`, 1, ['passed', 'passed', 'passed']],
  ['two in other folders', (it) => `${item(it('true'))}${item(it('true'), 'in: `lib`')}`, 2, ['passed', 'passed']],
  ['one after the files have changed', (it) => `${item(it('true'))}${item('echo new > new.ts')}${item(it('true'))}`, 2, ['passed', 'passed']],
  [
    'one after a file has changed that it names and git does not track',
    (it) => `${item(it('cat made.log'))}${item('echo new > made.log')}${item(it('cat made.log'))}`,
    2,
    ['passed', 'passed', 'passed'],
  ],
  ['one that writes the same bytes', (it) => item(it('echo same > same.ts')).repeat(2), 2, ['passed', 'passed']],
  [
    'one that touches files and fails, of which more is expected',
    (it) => {
      const said = it('echo same > same.ts; exit 1')
      return `${item(said)}${item(said, 'expect: exit 1')}${item(said)}`
    },
    3,
    ['failed', 'passed', 'failed'],
  ],
]

test.each(rows)('%s', async (_, plan, runs, outcomes) => {
  const { then, runs: ran } = counting()
  const files = { '.gitignore': '*.xml\n*.log\n', 'made.log': 'old\n', 'same.ts': 'same\n', 'lib/a.ts': '' }
  const work = await makeProvable(plan(then), files)
  untrack(work, 'made.log')
  proveIn(work, work.state)
  expect([ran(), proofsOf(work).map(({ outcome }) => outcome)]).toEqual([runs, outcomes])
})

test('each criterion has its box and its proof, what the settings ask for too; the next call runs it again', async () => {
  const { then, runs } = counting()
  const script = `${then('echo printed; exit $(cat code)')}\n`
  const plan = '- [ ] a\n  - run: `sh ci.sh`\n- [ ] b\n  - run: `sh ci.sh`\n'
  const work = await makeProvable(plan, { 'ci.sh': script, code: '1' }, ['sh ci.sh'])
  const failed = spellHere(work.path, ['prove'], { env: { XDG_STATE_HOME: work.state } })
  expect([runs(), failed.exitCode, failed.stdout.match(/^printed$/gm)?.length]).toEqual([1, 10, 1])
  expect(failed.stderr.match(/^spell: .* …$/gm)).toHaveLength(1)
  work.write({ code: '0' })
  const { stdout, exitCode } = proveIn(work, work.state)
  expect([runs(), exitCode, boxesOf(work)]).toEqual([2, 0, 'xx'])
  expect(JSON.parse(stdout).criteria.map(({ standing }: { standing: string }) => standing)).toEqual(
    Array(3).fill('proven'),
  )
  const [one, other, asked] = proofsOf(work).slice(-3)
  expect(new Set([one, other, asked].map((proof) => proof?.criterion)).size).toBe(3)
  expect(new Set([one, other, asked].map((proof) => proof?.treeAll)).size).toBe(1)
  proveIn(work, work.state, '--all')
  expect([runs(), proofsOf(work).length]).toEqual([3, 9])
})

test('without git each run counts for itself', async () => {
  const { then, runs } = counting()
  const work = await makeProvable(item(then('true')).repeat(2))
  work.remove('.git')
  await allowAll(work)
  spellHere(work.path, ['prove'])
  expect([runs(), boxesOf(work)]).toEqual([2, 'xx'])
})
