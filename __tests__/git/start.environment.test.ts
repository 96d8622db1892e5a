import { execFileSync } from 'node:child_process'
import { withoutLocalVariables } from '../../src/git/start'
import { plainEnv } from '../support/folder'

test('nothing is left of what git itself says belongs to one repository', () => {
  const names = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8', env: plainEnv })
    .trim()
    .split('\n')
  expect(names.length).toBeGreaterThan(10)
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(withoutLocalVariables({ ...env, PATH: '/bin', GIT_AUTHOR_NAME: 'Ada', GONE: undefined })).toEqual({
    PATH: '/bin',
    GIT_AUTHOR_NAME: 'Ada',
  })
})
