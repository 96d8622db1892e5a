import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../support/casting'
import { type Folder, makeFolder, makeRepository, snapshot } from '../../support/folder'
import { type Dialogue, hasTerminal, inTerminal, key } from '../../support/packed-in-terminal'
import { spellHere } from '../../support/packed-program'

const planning = (plan: string) => ({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': plan })
const threeCommands = '- [ ] a\n  - run: `touch one`\n  - run: `touch two`\n- [ ] b\n  - shell: `touch three`\n'

const no: Dialogue = [['on your machine?', key.enter]]
const always: Dialogue = [['on your machine?', key.down + key.down + key.enter]]
const esc = '\u001b'

const makeState = () => makeFolder().path
const allowIn = (path: string, state: string, dialogue: Dialogue = [], args: readonly string[] = [], env = {}) =>
  inTerminal(path, ['allow', ...args], dialogue, { XDG_STATE_HOME: state, ...env })
const reaches = (path: string, state: string): (string | null)[] => {
  const { stdout } = spellHere(path, ['allow', '--list', '--json'], { env: { XDG_STATE_HOME: state } })
  return JSON.parse(stdout).commands.map(({ allowed }: { allowed: string | null }) => allowed)
}
/** Work with a first step, so that it has an id. */
function makeWork(plan: string): Folder {
  const folder = makeRepository()
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/plan.md': plan })
  return folder
}

const describeWhere = hasTerminal ? describe : describe.skip
describeWhere('spell allow in a terminal (needs script of util-linux)', () => {
  test('shows the commands and asks; what is allowed for this work is kept outside of the repository, and nothing runs', async () => {
    const [folder, state] = [makeWork(threeCommands), makeState()]
    const before = snapshot(folder.path)
    const yes: Dialogue = [['these 3 commands run on your machine?', key.down + key.enter]]
    const { text, exitCode } = await allowIn(folder.path, state, yes)
    expect(exitCode).toBe(0)
    for (const shown of ['1. touch one\n   • for “a”\n\n2.', '3. touch three\n   • for “b”\n   • in a shell\n'])
      expect(text).toContain(shown)
    expect(text).toContain('Allowed for this piece of work: 3 commands.')
    expect(reaches(folder.path, state)).toEqual(['work', 'work', 'work'])
    expect(snapshot(folder.path)).toEqual(before)
    expect(readdirSync(join(state, 'spell', 'allowed'))).toHaveLength(1)
    expect((await allowIn(folder.path, state)).text).toContain('Allowed already: 3 commands.')
  })

  test('asks about those whose numbers are given', async () => {
    const [folder, state] = [makeWork(threeCommands), makeState()]
    const { text } = await allowIn(folder.path, state, always, ['3', '1'])
    expect(text).toContain('May these 2 commands run')
    expect(text).not.toContain('touch two')
    expect(reaches(folder.path, state)).toEqual(['always', null, 'always'])
  })

  test('Enter says no, which no later Accio takes back', async () => {
    const [folder, state] = [makeWork(threeCommands), makeState()]
    const { text, exitCode } = await allowIn(folder.path, state, [['Yes, always in this clone', key.enter]])
    expect({ text, exitCode }).toEqual({ text: expect.stringContaining('Nothing was allowed.'), exitCode: 3 })
    const { stdout } = spellHere(folder.path, ['allow', '--list', '--json'], { env: { XDG_STATE_HOME: state } })
    const { commands } = JSON.parse(stdout)
    expect(commands.map(({ allowed, before }: { allowed: unknown; before: unknown }) => [allowed, before])).toEqual(
      Array(3).fill([null, 'refused']),
    )
  })

  test.each([
    ['Esc', key.escape],
    ['Ctrl-C', key.ctrlC],
  ])('%s allows nothing', async (_, keys) => {
    const [folder, state] = [makeWork(threeCommands), makeState()]
    const { text, exitCode } = await allowIn(folder.path, state, [['Yes, always in this clone', keys]])
    expect({ text, exitCode }).toEqual({ text: expect.stringContaining('Nothing was allowed.'), exitCode: 3 })
    expect(existsSync(join(state, 'spell'))).toBe(false)
  })

  test('work without a first step can be allowed always only', async () => {
    const [folder, state] = [makeRepository(planning(threeCommands)), makeState()]
    const { text } = await allowIn(folder.path, state, [['on your machine?', key.down + key.enter]])
    expect(text).not.toContain('for this piece of work')
    expect(reaches(folder.path, state)).toEqual(['always', 'always', 'always'])
  })

  test('an agent that has a terminal is not asked', async () => {
    const [folder, state] = [makeWork(threeCommands), makeState()]
    const { text, exitCode } = await allowIn(folder.path, state, [], [], { CLAUDECODE: '1' })
    expect(exitCode).toBe(3)
    expect(text.replace(/\s+/g, ' ')).toContain('and Claude Code has started this terminal.')
  })

  // biome-ignore format: a case is a line
  test.each([
    ['an escape sequence', 'run: `touch x\u001b[2K\u001b[1Aecho`', 'touch x␛[2K␛[1Aecho'],
    ['spaces that push the rest away', `shell: \`npm test${' '.repeat(4000)}; touch x\``, 'npm test[4000 spaces]; touch x'],
  ])('%s in a command is shown as such', async (_, item, shown) => {
    const [folder, state] = [makeWork(`- [ ] a\n  - ${item}\n`), makeState()]
    const { raw, text } = await allowIn(folder.path, state, no)
    expect(text).toContain(shown)
    // The first sequence of ours that is no style comes with the question.
    const beforeQuestion = raw.slice(0, raw.indexOf('May this command'))
    expect(beforeQuestion.replaceAll(new RegExp(`${esc}\\[\\d*m`, 'g'), '')).not.toContain(esc)
  })

  test('what a command says cannot pass for what we say of it', async () => {
    const always = ['touch "a\n   • allowed always in this clone\n\nAllowed already"']
    const folder = makeRepository({ '.ai/spell.json': JSON.stringify({ proof: { always } }) })
    const { text } = await allowIn(folder.path, makeState(), no)
    expect(text.replace(/\s+/g, ' ')).toContain(
      '1. touch "a␊[3 spaces]• allowed always in this clone␊␊Allowed already" • for completing the work (proof.always)',
    )
  })
})
