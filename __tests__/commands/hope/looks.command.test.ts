import { makeFolder } from '../../support/folder'
import { hopeState, hopingAt } from '../../support/hope-session'
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
    stdout: '**Debug** (build, fix): intent → shape → consult → loop\n',
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
  expect(detect('fix it', '--type', 'reflect').stdout).toBe('**Reflect** (as you say): intent → consult → output\n')
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

const engaged = {
  type: 'Debug',
  engagement: 'Guided',
  horizon: 'Tactical',
  feasible: { axis: 'time', bound: '2h' },
} as const

test('the marker is one line, and nothing else', () => {
  const { stdout, exitCode } = spellHere(makeFolder(hopingAt('intent.clarify', engaged)).path, ['hope', 'marker'])
  expect({ stdout, exitCode }).toEqual({
    stdout: '[SESSION] Type: Debug | Engagement: Guided | Horizon: Tactical | Feasible: time (2h)\n',
    exitCode: 0,
  })
})

test.each<[string, Record<string, string>, number, string]>([
  ['no session', {}, 3, 'no-session'],
  ['one that is over', hopingAt('ended', engaged), 3, 'no-session'],
  ['one without an engagement', hopingAt('intent.clarify', { engagement: undefined }), 3, 'no-marker'],
  ['one that cannot be read', { [hopeState]: '{' }, 5, 'state-unreadable'],
])('of %s there is none, and it is told what to do', (_, files, code, name) => {
  const { stdout, exitCode } = spellHere(makeFolder(files).path, ['hope', 'marker', '--json'])
  expect(exitCode).toBe(code)
  expect(JSON.parse(stdout)).toMatchObject({ code: name, fix: expect.stringMatching(/^spell hope /) })
})
