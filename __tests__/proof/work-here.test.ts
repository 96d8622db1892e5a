import { numbersTyped } from '../../src/proof/work-here'
import { failing } from '../support/posix'

const typed = (word: string, count = 5) => numbersTyped(word, count, 'criterion', 'spell prove --list')

test.each([
  ['3', [3]],
  ['2-4', [2, 3, 4]],
  ['5-5', [5]],
])('%j is the numbers %j', (word, numbers) => {
  expect(typed(word)).toEqual(numbers)
})

test.each([
  ['6', 'There is no criterion 6: there are 5.'],
  ['2-9', 'There is no criterion 9: there are 5.'],
  ['0-2', 'There is no criterion 0: there are 5.'],
  ['4-2', 'The range 4-2 begins with the greater number.'],
  ['1.5', 'There is no criterion 1.5: there are 5.'],
  ['1-', 'There is no criterion 1-: there are 5.'],
  ['1-999999', 'There is no criterion 999999: there are 5.'],
])('%j is refused', async (word, message) => {
  expect(await failing(async () => typed(word))).toMatchObject({ code: 'unknown-number', message })
})
