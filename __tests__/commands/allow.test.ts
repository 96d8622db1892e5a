import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reach } from '../../src/proof/consent/bound-command'
import { standing } from '../support/casting'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { failing, testOnPosix } from '../support/posix'
import { consent } from '../support/provable-work'

const plan = `# Orders

- [ ] Orders are exported
  - run: \`npm test -- export\`
- [ ] The old endpoint is gone
  - shell: \`node smoke.mjs | grep 410\`
  - in: \`scripts\`
  - expect: exit 2
- [ ] The page reads well
  - by: developer
`
const planning = (text = plan, more = {}) => ({
  ...standing('GATHER_EDITING'),
  '.ai/task/plan.md': text,
  'package.json': '{"scripts":{"test":"node --test"}}',
  'scripts/smoke.mjs': '',
  ...more,
})

const makeState = () => makeFolder().path
const run = (folder: Folder, state: string, ...args: string[]) =>
  spellHere(folder.path, ['allow', ...args], { env: { XDG_STATE_HOME: state } })
const list = (folder: Folder, state: string) => JSON.parse(run(folder, state, '--list', '--json').stdout)
const reaches = (folder: Folder, state: string) =>
  list(folder, state).commands.map(({ allowed }: { allowed: Reach | null }) => allowed)

describe('without a terminal', () => {
  test('nothing is allowed', () => {
    const [folder, state] = [makeRepository(planning()), makeState()]
    for (const args of [[], ['1'], ['--json']]) {
      const { exitCode, stdout, stderr } = run(folder, state, ...args)
      expect({ exitCode, said: stdout + stderr }).toEqual({
        exitCode: 3,
        said: expect.stringContaining('`spell allow` asks in a terminal.'),
      })
    }
    expect(existsSync(join(state, 'spell'))).toBe(false)
  })

  test('what there is to be allowed can be listed', () => {
    const [folder, state] = [makeRepository(planning()), makeState()]
    const { stdout, exitCode } = run(folder, state, '--list')
    expect(exitCode).toBe(0)
    // They can be of several workflows.
    expect(list(folder, state)).not.toHaveProperty('workflow')
    expect(stdout).toBe(`### Commands of the Work

1. \`npm test -- export\`
   - for “Orders are exported”
   - runs \`node --test\`, from \`package.json (scripts.test)\`
   - **not allowed yet**
2. \`node smoke.mjs | grep 410\` (expected: exit 2)
   - for “The old endpoint is gone”
   - in a shell
   - in \`scripts\`
   - **not allowed yet**
`)
  })
})

describe('what the developer reads', () => {
  const scripts = { pretest: 'tsc', test: 'npm run lint && node --test', lint: 'biome check', build: 'esbuild' }
  const manifest = (more: object = scripts) => ({ 'package.json': JSON.stringify({ scripts: more }) })
  const linesOf = (plan: string, more: object) => {
    const folder = makeRepository(planning(plan, { ...manifest(), ...more }))
    return run(folder, makeState(), '--list')
      .stdout.split('\n')
      .map((line) => line.trim())
  }

  test('is the makefile, and that it cannot be told what runs', () => {
    const lines = linesOf('- [ ] a\n  - run: `make x`\n  - run: `just x`\n', { Makefile: 'x:\n' })
    expect(lines).toContain('- with the recipes of `Makefile`')
    expect(lines.filter((line) => line === '- what it runs cannot be told from here')).toHaveLength(1)
  })

  test('has a sign for what cannot be seen in a script', () => {
    const lines = linesOf('- [ ] a\n  - run: `npm test`\n', manifest({ test: 'a\u001b[2J\u202E\n   - allowed' }))
    expect(lines).toContain('- runs `a␛[2J[U+202E]␊[3 spaces]- allowed`, from `package.json (scripts.test)`')
  })

  test('is what a command of the settings is for', () => {
    expect(linesOf('', { '.ai/spell.json': '{"proof":{"always":["npm test"]}}' })).toContain(
      '- for completing the work (`proof.always`)',
    )
  })
})

describe('a consent that has lapsed', () => {
  const npmTest = '- [ ] a\n  - run: `npm test`\n'
  const other = { 'package.json': '{"scripts":{"test":"touch other"}}' }
  const stateAndFolder = async (reach: Reach = 'always') => {
    const [folder, state] = [makeRepository(planning(npmTest)), makeState()]
    spellHere(folder.path, ['accio'])
    await consent(folder, state, reach)
    return { folder, state }
  }
  const refusal = (folder: Folder, state: string) =>
    spellHere(folder.path, ['prove'], { env: { XDG_STATE_HOME: state } }).stderr

  test('says that what it runs has changed', async () => {
    const { folder, state } = await stateAndFolder()
    folder.write(other)
    expect(refusal(folder, state)).toContain('One command is not allowed any more, so nothing was run.')
    expect(refusal(folder, state)).toContain('`npm test`: allowed before; what it runs has changed since')
    const { stdout } = run(folder, state, '--list')
    expect(stdout).toContain('   - allowed before; what it runs has changed since\n   - **not allowed**\n')
    expect(stdout).toMatch(
      /Also Allowed in This Clone\n\n2\. .*\n {3}- allowed always since .*, for what it ran before\n/,
    )
    expect(list(folder, state).others).toMatchObject([{ lapsed: true }])
    folder.write({ '.ai/task/plan.md': `${npmTest}  - run: \`new\`\n` })
    expect(refusal(folder, state)).toContain('2 commands are not allowed yet in this clone')
  })

  test('for other work is called that', async () => {
    const { folder, state } = await stateAndFolder('work')
    spellHere(folder.path, ['new', '--yes'])
    spellHere(folder.path, ['accio'])
    folder.write({ '.ai/task/plan.md': npmTest })
    expect(refusal(folder, state)).toContain('`: allowed before, for other work')
    expect(run(folder, state, '--list').stdout).toContain('allowed before, for other work\n   - **not allowed**')
    expect(list(folder, state).commands).toMatchObject([{ allowed: null, before: 'other work' }])
  })
})

test('the commands of archived work are allowed by its name, where they can be proven and listed', async () => {
  const [folder, state] = [makeRepository(), makeState()]
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/context.md': 'context' })
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/plan.md': '- [ ] a\n  - run: `node --version`\n' })
  spellHere(folder.path, ['accio'])
  expect(spellHere(folder.path, ['new', '--yes']).exitCode).toBe(0)
  const [name = ''] = readdirSync(join(folder.path, '.ai', 'archive'))
  const ofArchive = (command: string, ...args: string[]) =>
    spellHere(folder.path, [command, '--work', name, ...args], { env: { XDG_STATE_HOME: state } })
  for (const command of ['prove', 'allow'])
    expect(ofArchive(command)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(`spell allow --work ${name}`),
    })
  expect(ofArchive('allow', '--list').stdout).toContain('1. `node --version`\n   - for “a”\n   - **not allowed yet**')
  expect(ofArchive('prove', '--list')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('`node --version`'),
  })
  // They are no commands of the work at hand.
  expect(list(folder, state).commands).toEqual([])
})

test.each([
  ['no work', {}, 'Nothing has a command here'],
  ['a plan without commands', planning('- [ ] it works\n'), 'Nothing has a command here'],
])('with %s there is nothing to allow', (_, files, said) => {
  const [folder, state] = [makeRepository(files), makeState()]
  expect(run(folder, state)).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(said) })
  for (const option of ['--list', '--revoke']) expect(run(folder, state, option).exitCode).toBe(0)
  expect(run(folder, state, '--list').stdout).toBe('No command is allowed here, and none waits for it.\n')
})

test('what cannot be run is named with its line and the way out, and cannot be allowed', () => {
  const text = '- [ ] a\n  - run: `a && b`\n- [ ] b\n  - Run: `b`\n- [ ] c\n  - run: `c`\n  - within: soon\n'
  const folder = makeRepository(planning(text, { '.ai/spell.json': '{"proof":{"always":["x > y"]}}' }))
  const { exitCode, stderr } = run(folder, makeState())
  expect(exitCode).toBe(2)
  for (const line of [
    '.ai/task/plan.md:2: `run:` has no shell: it joins commands. Put it into a script, or say `shell:`.',
    '.ai/task/plan.md:4: `Run:` is written `run:`. For example: `` - run: `npm test -- export` ``',
    '.ai/task/plan.md:7: `within:` needs seconds or minutes. For example: `- within: 90s`',
    '.ai/spell.json, proof.always: `run:` has no shell: it redirects a stream. Put it into a script.',
  ])
    expect(stderr).toContain(line)
  expect(list(folder, makeState()).commands).toEqual([])
})

test('the faults of one criterion are in the order of their lines', () => {
  const text = '- [ ] a\n  - run: `a && b`\n  - within: soon\n  - run: `a | b`\n  - in: ..\n'
  const { stderr } = run(makeRepository(planning(text)), makeState())
  expect([...stderr.matchAll(/plan\.md:(\d)/g)].map(([, line]) => line)).toEqual(['2', '3', '4', '5'])
})

test.each([
  [['3'], 'There is no command 3: there are 2.'],
  [['--revoke', '3'], 'There is no command 3: there are 2.'],
  [['--list', '--revoke'], 'Give --list or --revoke, not both.'],
])('%j is an error of usage', (args, said) => {
  const { exitCode, stderr } = run(makeRepository(planning()), makeState(), ...args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(said) })
})

describe('consent', () => {
  test('is taken back by its number, or all of it', async () => {
    const [folder, state] = [makeRepository(planning()), makeState()]
    await consent(folder, state, 'always')
    expect(run(folder, state, '--revoke', '2').stdout).toBe('Not allowed any more: 1 command.\n')
    expect(reaches(folder, state)).toEqual(['always', null])
    expect(run(folder, state, '--revoke', '2').stdout).toBe('Nothing of that was allowed.\n')
    await consent(folder, state, 'always')
    folder.write({ '.ai/task/plan.md': '' })
    expect(list(folder, state).others).toHaveLength(2)
    expect(run(folder, state, '--revoke', '1').exitCode).toBe(0)
    expect(list(folder, state).others).toMatchObject([{ text: 'node smoke.mjs | grep 410' }])
    await consent(folder, state, 'always')
    expect(run(folder, state, '--revoke').stdout).toBe('Not allowed any more: 1 command.\n')
    expect(list(folder, state).others).toEqual([])
  })

  testOnPosix('is not given where something else has the name of the id of the clone', async () => {
    const [folder, state] = [makeRepository(planning()), makeState()]
    symlinkSync('config', join(folder.path, '.git', 'spell-id'))
    const { message, fix } = await failing(() => consent(folder, state))
    expect(message).toMatch(/\.git\/spell-id should have the id of this clone, but is something else\./)
    expect(fix).toMatch(
      /^mkdir '(.*)\/spell-id-was' && mv '\1\/spell-id' '\1\/spell-id-was\/spell-id' {3}# then allow again$/,
    )
    expect(reaches(folder, state)).toEqual([null, null])
  })

  test('without git is for the folder', async () => {
    const [folder, state] = [makeFolder(planning()), makeState()]
    await consent(folder, state, 'always')
    expect(reaches(folder, state)).toEqual(['always', 'always'])
    expect(existsSync(join(folder.path, 'spell-id'))).toBe(false)
  })

  test('is not kept in the repository, also outside of the folder of the work', () => {
    const { path } = makeRepository({ 'packages/api/.ai/spell.json': '{}', 'state/x': '' })
    writeFileSync(join(path, '.git', 'spell-id'), 'known')
    const env = { XDG_STATE_HOME: join(path, 'state') }
    const { exitCode, stderr } = spellHere(join(path, 'packages', 'api'), ['allow', '--list'], { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('inside of the repository') })
  })

  test('that is forged counts only as what it says: nothing of it is shown but what can be seen', async () => {
    const [folder, state] = [makeRepository(planning()), makeState()]
    const path = await consent(folder, state, 'always')
    const said = '\u001b[2J\u202Eok'
    const forged = [{ digest: 'a', said, time: '\u001b[2J', command: '' }, { digest: 1 }, null, { said }]
    writeFileSync(path, JSON.stringify({ version: 2, allowed: forged }))
    expect(reaches(folder, state)).toEqual([null, null])
    const { stdout } = run(folder, state, '--list')
    expect(stdout).toContain('3. `␛[2J[U+202E]ok`\n   - allowed always since ␛[2J')
    for (const unseen of ['\u001b', '\u202E']) expect(stdout).not.toContain(unseen)
  })
})
