import { makeFolder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const detect = (...args: string[]) => {
  const folder = makeFolder()
  const run = spellHere(folder.path, ['hope', 'detect', ...args])
  // It is pure.
  expect(folder.contents()).toEqual({})
  return run
}

test('the type is told with the words that speak for it, and the way of such a session', () => {
  expect(detect('please fix the build')).toEqual({
    stdout: '**Debug** (build, fix): intent → shape → consult → loop\n\nHorizon: Tactical · Feasible: time\n',
    stderr: '',
    exitCode: 0,
  })
})

test('a guess is told as one, with how to name the type', () => {
  const { stdout, stderr } = detect('orders')
  expect(stdout).toContain('**Build** (a guess')
  expect(stderr).toContain('--type Build|Debug|Plan|Reflect')
})

test('a type that is named wins', () => {
  expect(detect('fix it', '--type', 'reflect').stdout).toBe(
    '**Reflect** (as you say): intent → consult → output\n\nHorizon: Existential · Feasible: none\n',
  )
  expect(JSON.parse(detect('fix it', '--json').stdout)).toMatchObject({ horizon: 'Tactical', feasible: 'time' })
})

test.each([
  [['fix it', '--type', 'Pan'], 'usage', 'spell hope detect "…" --type Plan'],
  [[], 'usage', 'spell hope detect "fix the login"'],
  [['  '], 'usage', 'spell hope detect "fix the login"'],
])('%j is told with what to do', (args, code, fix) => {
  const { stdout, exitCode } = detect(...args, '--json')
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ code, fix })
})

test('a score outside of a session is in the data, too', () => {
  const { stdout } = spellHere(makeFolder().path, ['hope', 'score', '--total', '7', '--domain', '4', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ score: { total: 7, fit: 39 }, tier: null })
})
