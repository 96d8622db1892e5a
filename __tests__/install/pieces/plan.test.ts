import type { FilePiece } from '../../../src/install/agents/piece'
import { markFile } from '../../../src/install/pieces/marker'
import { putFile } from '../../../src/install/pieces/plan'

const piece: FilePiece = { do: 'file', path: 'SKILL.md', text: 'Cast.', comment: 'html' }
const ours = markFile('html', '1.0.0', 'Cast.\n')

test('a file that is not there is made, and says whose it is', () => {
  expect(putFile(undefined, piece, '1.0.0')).toEqual({ text: ours })
})

test('a second time nothing changes, also with another version', () => {
  expect(putFile(ours, piece, '2.0.0')).toEqual({ text: ours })
})

test('an older text gives way', () => {
  const next = markFile('html', '2.0.0', 'Cast well.\n')
  expect(putFile(ours, { ...piece, text: 'Cast well.' }, '2.0.0')).toEqual({ text: next })
})

test('a file that a user has changed stays', () => {
  const there = ours.replace('Cast', 'Sing')
  expect(putFile(there, piece, '1.0.0')).toEqual({ kept: 'edited', ours: 'Cast.\n', there: 'Sing.\n' })
})

test.each(['mine', '', '\n'])('a foreign file stays, also one in which nothing is written: %j', (there) => {
  expect(putFile(there, piece, '1.0.0')).toEqual({ kept: 'foreign', ours: 'Cast.\n', there })
})
