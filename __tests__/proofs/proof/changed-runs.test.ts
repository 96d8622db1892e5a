import { led } from '../../support/packed-led'
import { spellHere } from '../../support/packed-program'

// Work without a plan: a command that had failed leaves with the request that named it, and the reviewer sees what came instead.

const weaker = 'Add\nDONE: adds (verify: node -v)\nMUST NOT: subtract (verify: node t.js)'

test('a check of hope that had failed, and is shown by another command now, is named in report and check', async () => {
  const piece = await led('hope', 'worked')
  piece.breaks()
  piece.prove(10)
  piece.do('hope', 'cancel')
  piece.do('hope', 'start', weaker, '--points', '1', '--type', 'Build', '--engagement', 'Autonomous')
  const change = /changed after it had failed: run: `node t\.js` → `node -v`; /
  for (const args of [['report', '--work', 'hope'], ['check']])
    expect(spellHere(piece.folder.path, args).stdout).toMatch(change)
  await piece.allow()
  const { stdout } = piece.spell('hope', 'prove')
  expect(stdout).toMatch(change)
  expect(stdout).toMatch(/\n\nYou: look at check C1\.\n$/)
})
