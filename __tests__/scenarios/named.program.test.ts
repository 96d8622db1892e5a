import { makeFolder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { spellHere } from '../support/packed-program'

// An item that is not understood is named by every command that shows or proves the plan, on the stream that is read.

const plan = `# Orders

- [ ] Orders are exported
  - run: \`npm test\`
- [ ] It warns
  - run: \`node warn.mjs\`
  - expect: stderr contains \`410\`
- [~] Typos are tolerated
`
const place = '.ai/task/plan.md:7'
const box = '`[~]` is not read as a box'

test('prove, allow, check, doctor, report and each spell name it', () => {
  const folder = makeRepository()
  const env = { XDG_STATE_HOME: makeFolder().path }
  const run = (...args: string[]) => {
    const { stdout, stderr, exitCode } = spellHere(folder.path, args, { env })
    return { exitCode, stdout, said: stdout + stderr }
  }
  run('accio')
  folder.write({ '.ai/task/context.md': 'Orders as CSV\n' })
  run('accio')
  folder.write({ '.ai/task/plan.md': plan })
  commitAll(folder)
  const refused = run('prove')
  expect(refused).toMatchObject({ exitCode: 3, said: expect.stringContaining(place) })
  expect(refused.said).toContain('One command is not allowed yet')
  for (const args of [['prove', '--list'], ['allow', '--list'], ['lumos'], ['accio'], ['report']]) {
    const { stdout } = run(...args)
    expect([args, stdout]).toEqual([args, expect.stringContaining('`expect:` is not understood')])
    expect([args, stdout]).toEqual([args, expect.stringContaining(box)])
  }
  expect(run('check')).toMatchObject({
    exitCode: 10,
    stdout: expect.stringContaining('`plan-not-understood` `.ai/task/plan.md:8`'),
  })
  expect(run('doctor').stdout).toContain(place)
  // Once it is written as it can be read, nothing is left to say.
  folder.write({
    '.ai/task/plan.md': plan.replace('stderr contains `410`', 'exit 0').replace('[~]', '[ ]'),
  })
  expect(run('check').said).not.toContain('plan-not-understood')
})

test('init lists what it has written as written, and then what it could not write', () => {
  const folder = makeRepository({ '.claude/settings.json': '{ broken' })
  const init = () => spellHere(folder.path, ['init', '--yes', '--agents', 'claude', '--guard', 'none'])
  const { stdout, exitCode } = init()
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(
    /^spell is set up in part:\n\n- Claude Code, new: .*\n(- .*\n)*\n`\.claude\/settings\.json`: it is not valid JSON/,
  )
  expect(init().stdout).toMatch(/^spell is set up in part; this is lacking:\n\n`\.claude\/settings\.json`/)
})
