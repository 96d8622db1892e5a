import { filesUnder } from '../../../src/disk/read'
import { makeTeam } from '../../support/packed-in-packages'
import { describeOnPosix } from '../../support/posix'

// A team that has spell among the packages of its repository, and no user who has it on the PATH.

/** What starts fastest, whichever package manager has put it there. */
const program = 'node_modules/.bin/spell'
const agents = 'claude,codex,cursor,copilot,gemini,opencode'

describeOnPosix('where spell is a package of the repository', () => {
  describe.each([
    ['npx --no -- spell', { 'package-lock.json': '{ "lockfileVersion": 3 }\n' }],
    ['pnpm exec spell', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }],
    ['yarn spell', { 'yarn.lock': '# yarn lockfile v1\n' }],
    ['bun run spell', { 'bun.lock': '{ "lockfileVersion": 1 }\n' }],
  ])('and its launcher is %s', (launcher, lockFile: Readonly<Record<string, string>>) => {
    test('every command in what agents read is one that works', () => {
      const team = makeTeam(lockFile)
      // Not every machine has each package manager, and init says so.
      const { stdout } = team.run('init', '--yes', '--agents', agents, '--guard', 'none')
      expect(stdout).toMatch(/^spell is set up:/)
      const texts = filesUnder(team.path, '.').filter(
        (path) => /\.(md|mdc|toml)$/.test(path) && !/node_modules/.test(path),
      )
      expect(texts).toHaveLength(13)
      for (const path of texts) {
        const text = team.read(path)
        // What an agent is to run; what it is forbidden is named as people say it.
        const commands = [...text.matchAll(/`([^`]*\bspell (?:WORD|accio|lumos|reparo|discovery|collab|hope)[^`]*)`/g)]
        for (const [, command] of commands)
          expect({ path, command }).toMatchObject({ command: expect.stringMatching(`^${program} `) })
      }
      expect(team.read('.agents/skills/spell/SKILL.md')).toContain(`is run as \`${program} …\``)
    })

    test('what is printed when something fails, or is found, can be pasted', () => {
      const team = makeTeam({ ...lockFile, 'a/b.txt': '' }, 'a')
      expect(team.run('init').stderr).toContain(`  fix: ${launcher} init --yes\n`)
      expect(JSON.parse(team.run('init', '--json').stdout)).toMatchObject({ fix: `${launcher} init --yes` })
      const broken = makeTeam({ ...lockFile, '.ai/task/state.json': '{', '.ai/task/history.jsonl': '' })
      const { stdout, status } = broken.run('doctor')
      expect(status).toBe(10)
      expect(stdout).toContain(`\`${program} doctor --fix\``)
    })
  })

  test('and where it is not, by its name', () => {
    const team = makeTeam({ 'package.json': '{}', 'pnpm-lock.yaml': '' })
    team.run('init', '--yes', '--agents', agents, '--guard', 'none')
    expect(team.read('AGENTS.md')).toContain('`spell lumos --for ai`')
    expect(team.read('.agents/skills/spell/SKILL.md')).not.toContain('is run as')
  })
})
