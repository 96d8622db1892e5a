import { itemsOf } from '../../src/proof/consent/current-commands'
import { gatherOutput } from '../../src/proof/gathered-output'
import { keepResult } from '../../src/proof/keep-result'
import type { CommandResult } from '../../src/proof/run-item'
import { readProofs } from '../../src/work/proof-log'
import { workIn } from '../../src/work/work'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import type { Outcome } from '../../src/workflow/criteria/status'
import { engineer } from '../../src/workflows/engineer'
import { standing } from '../support/casting'
import { everyCrashPoint, everyRefusal, refusals } from '../support/crash-points'
import { type Folder, makeFolder } from '../support/folder'
import { some } from '../support/proving'

const planPath = '.ai/task/plan.md'
const plan = '# Orders\r\n\r\n- [ ] a\r\n  - run: `true`\r\n- [x] b\r\n'
const workflow = { ...engineer, plan: engineer.plan as NonNullable<typeof engineer.plan> }
const makeWork = () => makeFolder({ ...standing('GATHER_EDITING'), [planPath]: plan, '.ai/.local/.gitignore': '*\n' })

/** Keeps what came of the first command of the plan as it was. */
function keep({ path: root }: Folder, verdict: Outcome, named: readonly string[] = [], text = plan) {
  const [item] = itemsOf(workflow, workflow.plan.criteria(text).map(readCriterion), { always: [] })
  if (!item?.commands[0]) throw new Error('no command')
  const output = gatherOutput([])
  output.add(Buffer.from('hi\n'), 'stdout')
  const [bound] = item.commands
  const result: CommandResult = {
    item,
    bound,
    index: 0,
    verdict,
    because: [],
    started: { kind: 'run', argv: ['true'] },
    run: { outcome: { kind: 'ended', exit: 0 }, ms: 7, output: output.end() },
    here: { trees: { tree: 'a'.repeat(40), treeAll: 'a'.repeat(40) }, plan: text, proofs: undefined, beside: {} },
  }
  const kept = keepResult(workIn(root, workflow), item, result, {
    id: undefined,
    named,
    isCi: false,
    now: new Date(0),
    safe: new Set(),
  })
  return typeof kept === 'string' ? kept : undefined
}

const logOf = ({ path }: Folder) => readProofs(path, engineer, undefined)
const outcomesOf = (folder: Folder) => logOf(folder).proofs.map(({ outcome }) => outcome)
const ticked = plan.replace('[ ]', '[x]')

describe('what came of a command is kept', () => {
  test('as a proof and by the box of its criterion', () => {
    const folder = makeWork()
    expect(keep(folder, 'passed')).toBeUndefined()
    expect([outcomesOf(folder), folder.read(planPath)]).toEqual([['passed'], ticked])
    expect(keep(folder, 'failed')).toBeUndefined()
    expect([outcomesOf(folder), folder.read(planPath)]).toEqual([['passed', 'failed'], plan])
  })

  test('and takes a tick off that a pass does not show, as it has to be seen failing first', () => {
    const red = ticked.replace('`true`\r\n', '`true`\r\n  - red: first\r\n')
    const folder = makeFolder({ ...standing('GATHER_EDITING'), [planPath]: red, '.ai/.local/.gitignore': '*\n' })
    keep(folder, 'passed', [], red)
    expect(folder.read(planPath)).toBe(red.replace('[x] a', '[ ] a'))
  })

  test.each<[what: string, text: string]>([
    ['has another text', plan.replace('] a', '] another')],
    ['has another command', plan.replace('`true`', '`false`')],
    ['expects something else', plan.replace('`true`', '`true`\r\n  - expect: exit 1')],
    ['is gone', '# Orders\r\n'],
  ])('not if its criterion %s by now', (_, text) => {
    const folder = makeWork()
    folder.write({ [planPath]: text })
    expect(keep(folder, 'passed')).toBe('what it shows has changed meanwhile')
    expect([outcomesOf(folder), folder.read(planPath)]).toEqual([[], text])
  })

  test('wherever its criterion stands by now, and however it is formatted', () => {
    const folder = makeWork()
    const moved = 'New words\n\n* [x] b\n* [ ]   a\n    * run:   `true`\n'
    folder.write({ [planPath]: moved })
    keep(folder, 'passed')
    expect(folder.read(planPath)).toBe(moved.replace('[ ]', '[x]'))
  })
})

/** The record is whole, and has what it had; the box says what the record says once it was proven again. */
async function checkLeft(folder: Folder, before: number) {
  const { proofs, fault } = logOf(folder)
  expect(fault).toBeUndefined()
  expect([before, before + 1]).toContain(proofs.length)
  expect([plan, ticked]).toContain(folder.read(planPath))
}

describe.each<[outcome: Outcome, box: string]>([
  ['passed', ticked],
  ['failed', plan],
])('a result (%s)', (outcome, box) => {
  const begin = () => {
    const folder = makeWork()
    keep(folder, outcome === 'passed' ? 'failed' : 'passed')
    return folder
  }
  const act = async (folder: Folder) => keep(folder, outcome)

  test('is kept whole or not at all, wherever the process dies; proven again, box and record agree', async () => {
    const points = await everyCrashPoint(begin, act, async (folder) => {
      await checkLeft(folder, 1)
      keep(folder, outcome)
      expect([outcomesOf(folder).at(-1), folder.read(planPath)]).toEqual([outcome, box])
    })
    expect(points).toBeGreaterThan(8)
  })

  const refused = refusals.flatMap((code) => [false, true].map((lasting) => ({ code, lasting })))
  test.each(some(refused))('is kept whole or not at all if the disk refuses: %j', async ({ code, lasting }) => {
    const points = await everyRefusal(begin, act, { codes: [code], lasting }, async (folder, said) => {
      await checkLeft(folder, 1)
      if (!(said instanceof Error)) expect(outcomesOf(folder)).toHaveLength(2)
      keep(folder, outcome)
      expect([outcomesOf(folder).at(-1), folder.read(planPath)]).toEqual([outcome, box])
    })
    expect(points).toBeGreaterThan(5)
  })
})
