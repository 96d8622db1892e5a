import { makeFolder } from '../../support/folder'
import { led, workflows } from '../../support/packed-led'
import { spellHere } from '../../support/packed-program'

// What has changed since a run: the command, or the files.

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

test.each(workflows)('in %s the developer allows commands', async (workflow) => {
  const piece = await led(workflow, 'begun')
  const look = () =>
    piece.spell(...(workflow === 'engineer' ? ['lumos'] : [workflow === 'own' ? 'ship' : workflow, 'status'])).stdout
  expect(look()).toMatch(/\n\nThe agent is .*\.\n$/)
  piece.env = { XDG_STATE_HOME: makeFolder().path }
  expect(look()).toMatch(/\n\nYou: run `spell allow` for 1 command\.\n$/)
})

test.each(['current', 'named'] as const)('a plan, %s, that is archived as stale is said to be so', async (place) => {
  const piece = await led('engineer', 'done', place)
  piece.folder.write({ 'other.js': '// since\n' })
  const { stdout } = piece.spell('new', '--yes')
  expect(stdout).toContain('It is archived as stale: files have changed since criterion 1 was shown to be met.')
  const [, archive = ''] = /\/([^/`]+)`: `\.ai\//.exec(stdout) ?? []
  const said = (...args: string[]) => spellHere(piece.folder.path, [...args, archive]).stdout
  expect(said('report', '--archive')).toContain('- ! stale: adds\n')
  expect(said('prove', '--list', '--work')).toContain('- 1. adds: open (passed before files changed)\n')
})
