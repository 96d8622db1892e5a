import { led } from '../../support/packed-led'
import { spellHere } from '../../support/packed-program'

// Work is archived when files have changed since it was proven: answer and report say so.

const since = { 'other.js': '// since\n' }

test.each(['current', 'named'] as const)('a plan that is %s: the answer and the report say it', async (place) => {
  const piece = await led('engineer', 'done', place)
  piece.folder.write(since)
  const { stdout } = piece.spell('new', '--yes')
  expect(stdout).toContain('It is archived as stale: files have changed since criterion 1 was shown to be met.')
  const [, archive = ''] = /\/([^/`]+)`: `\.ai\//.exec(stdout) ?? []
  const said = (...args: string[]) => spellHere(piece.folder.path, [...args, archive]).stdout
  expect(said('report', '--archive')).toContain('- ! stale: adds\n')
  expect(said('prove', '--list', '--work')).toContain('- 1. adds: open (passed before files changed)\n')
})
