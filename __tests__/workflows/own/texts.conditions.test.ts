import type { Condition } from '../../../src/workflows/own/format'
import { conditionText } from '../../../src/workflows/own/texts'

// biome-ignore format: a case is a line
test.each<[condition: Condition, is: string, isNot: string]>([
  ['proven', 'every criterion is proven', 'a criterion is not proven'],
  ['command missing', 'a criterion has no command', 'every criterion has a command'],
  ['handed over', 'it comes with `--from`', 'it comes without `--from`'],
  [{ there: 'plan' }, '`plan.md` is there', '`plan.md` is not there'],
  [{ written: 'plan' }, '`plan.md` is written', '`plan.md` is not written'],
  [{ count: 'open', in: 'plan', least: 1 }, '`plan.md` has at least 1 open criterion', '`plan.md` has fewer than 1 open criterion'],
  [{ count: 'criteria', in: 'plan', least: 2, most: 4 }, '`plan.md` has at least 2 and at most 4 criteria', '`plan.md` has fewer than 2 or more than 4 criteria'],
  [{ count: 'open', in: 'plan', most: 0 }, '`plan.md` has no open criteria', '`plan.md` has more than 0 open criteria'],
  [{ count: 'rounds', most: 0 }, '`rounds` is at most 0', '`rounds` is more than 0'],
  [{ links: 'plan', are: ['new', 'done'] }, 'the links of `plan.md` are new or done', 'the links of `plan.md` are not new or done'],
  [{ remembered: 'origin', is: ['doing'] }, '`origin` is doing', '`origin` is not doing'],
  [{ items: 'open' }, 'an item is left', 'no item is left'],
  [{ items: 'wave done' }, 'the wave at hand is done', 'the wave at hand is not done'],
  [{ items: 'done' }, 'every item is done', 'not every item is done'],
  [{ all: ['proven', { any: [{ there: 'a' }, { there: 'b' }] }] }, 'every criterion is proven and (`a.md` is there or `b.md` is there)', 'a criterion is not proven or `a.md` is not there and `b.md` is not there'],
])('%j', (condition, is, isNot) => {
  const pathOf = (file: string) => `${file}.md`
  expect(conditionText(condition, pathOf)).toBe(is)
  expect(conditionText({ not: condition }, pathOf)).toBe(isNot)
  expect(conditionText({ not: { not: condition } }, pathOf)).toBe(is)
})
