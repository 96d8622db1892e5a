import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { outputOfCanary } from '../../../../src/rules/doctor/canary-output'
import { snapshot } from '../../../support/folder-snapshot'
import { makeRepository, plainEnv } from '../../../support/git-repository'
import { spellHere } from '../../../support/packed-in-process'
import { untouched } from '../../../support/untouched'

// Real repositories on slow machines.
jest.setTimeout(120_000)

const hook = ['A commit while an applied review waits to be archived'] as const

test('says of each violation what has refused it, and touches nothing here', async () => {
  const folder = makeRepository({ '.ai/task/plan.md': '- [ ] a\n  - run: `touch ran`\n', 'package.json': '{}' })
  const { stdout, exitCode } = await untouched(folder, async () => spellHere(folder.path, ['doctor', '--canary']))
  expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 })
  expect(stdout).toMatch(
    new RegExp(
      `^- ✓ ${hook[0]}: refused by \`spell check\` \\(\`pending-archive\`\\)|^- ✓ ${hook[0]}: refused by the hook`,
    ),
  )
  expect(stdout).toContain(
    '- ✓ A tick without a proof: refused by `spell accio`, `spell check` (`criterion-not-proven`)\n',
  )
  expect(stdout).toContain('- ✓ Honest work: refused by nothing\n')
  expect(stdout).toContain('Nothing is installed here, so the guard was tried as `spell init` would install it.\n')
  expect(stdout).toMatch(/\nAll \d+ violations were refused, and honest work was not\.\n$/)
})

test('in settings that let every commit through the guard has stopped', () => {
  const folder = makeRepository({ '.ai/spell.json': '{ "guard": { "blockIn": [] } }\n' })
  const { stdout, exitCode } = spellHere(folder.path, ['doctor', '--canary', '--json'])
  const { kind, ok, planted } = JSON.parse(stdout)
  expect({ kind, ok, exitCode }).toEqual({ kind: 'canary', ok: false, exitCode: 10 })
  const open = planted.filter(({ doors }: { doors: { refused: boolean }[] }) => doors.some(({ refused }) => !refused))
  expect(open).toEqual([
    {
      name: hook[0],
      doors: [
        { door: 'hook', refused: false },
        { door: 'guard', refused: false },
        { door: 'tool', refused: false },
        { door: 'check pending-archive', refused: true },
      ],
    },
  ])
  expect(outputOfCanary({ planted, honest: [] }, []).markdown).toContain(
    `- ✗ ${hook[0]}: **not refused** by the hook at the commit, \`spell guard pre-commit\`, \`spell guard tool\`, only by \`spell check\` (\`pending-archive\`)\n`,
  )
})

test('a hook that was installed and is gone or changed is found', () => {
  const folder = makeRepository()
  expect(spellHere(folder.path, ['init', '--yes', '--agents', 'none', '--guard', 'git']).exitCode).toBe(0)
  expect(spellHere(folder.path, ['doctor', '--canary'])).toMatchObject({
    exitCode: 0,
    stdout: expect.not.stringContaining('Nothing is installed here'),
  })
  const path = join(folder.path, '.git/hooks/pre-commit')
  folder.write({ '.git/hooks/pre-commit': '#!/bin/sh\nexit 0\n' })
  expect(spellHere(folder.path, ['doctor', '--canary']).exitCode).toBe(10)
  rmSync(path)
  expect(spellHere(folder.path, ['doctor', '--canary'])).toMatchObject({
    exitCode: 10,
    stdout: expect.stringMatching(
      /- ✗ .*pre-commit is not there: nothing guards the commits of this clone\. `spell init --hooks`\n/,
    ),
  })
})

test('whatever hooks and settings of git the user has, they are not tried', () => {
  const folder = makeRepository()
  folder.write({
    'hooks/pre-commit': '#!/bin/sh\ntouch "$PWNED"\nexit 1\n',
    gitconfig: `[core]\n\thooksPath = ${join(folder.path, 'hooks')}\n[commit]\n\tgpgSign = true\n[init]\n\ttemplateDir = ${join(folder.path, 'template')}\n`,
    'template/hooks/pre-commit': '#!/bin/sh\nexit 1\n',
  })
  execFileSync('chmod', ['+x', join(folder.path, 'hooks/pre-commit')])
  const before = snapshot(folder.path)
  const env = { GIT_CONFIG_GLOBAL: join(folder.path, 'gitconfig'), PWNED: join(folder.path, 'pwned') }
  expect(plainEnv.GIT_CONFIG_GLOBAL).toBeUndefined()
  expect(spellHere(folder.path, ['doctor', '--canary'], { env }).exitCode).toBe(0)
  expect(snapshot(folder.path)).toEqual(before)
})

test.each([[['--canary', '--fix']], [['--canary', '--dry-run']]])('%j is an error of usage', (args) => {
  expect(spellHere(makeRepository().path, ['doctor', ...args])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--canary repairs nothing.'),
  })
})

test('settings with a mistake are named', () => {
  const folder = makeRepository({ '.ai/spell.json': '{\n  "lunch": 1\n}\n' })
  expect(spellHere(folder.path, ['doctor', '--canary'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('.ai/spell.json line 2'),
  })
})

test('honest work that is refused is told, too', () => {
  const planted = [{ name: 'A tick', doors: [{ door: 'accio', refused: true }] }] as const
  const { markdown, exitCode } = outputOfCanary({ planted, honest: ['hook', 'check proof-broken'] }, [])
  expect(exitCode).toBe(10)
  expect(markdown).toContain('- ✗ Honest work: **refused** by the hook at the commit, `spell check` (`proof-broken`)\n')
})
