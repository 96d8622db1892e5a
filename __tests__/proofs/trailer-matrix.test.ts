import { removeTeams, setUps } from '../support/packed-hook-runners'
import '../support/packed-program'
import { commit, message, ready, task, trailers } from '../support/packed-hook-runners'
import { describeOnPosix } from '../support/posix'

for (const { name, missing } of setUps) {
  if (missing) test.skip(`${name}: skipped, because ${missing}`, () => {})
}

const cases = setUps.filter(({ missing }) => !missing).map((setUp) => [setUp.name, setUp] as const)
describeOnPosix.each(cases)('with %s', (_, setUp) => {
  afterEach(removeTeams)

  test('a commit names its task, and an amended one keeps it', () => {
    const team = ready(setUp)
    expect(message(team)).toBe('Begin\n\nSpell-Task: export-orders')
    commit(team, ['-m', 'Add the header', '-m', 'Signed-off-by: Kim <kim@example.com>'])
    expect(message(team)).toBe('Add the header\n\nSigned-off-by: Kim <kim@example.com>\nSpell-Task: export-orders')
    team.write(task('another'))
    commit(team, ['--amend', '--no-edit'])
    expect(trailers(team)).toBe('export-orders')
  })
})
