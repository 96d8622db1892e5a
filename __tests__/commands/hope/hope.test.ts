import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, makeRepository } from '../../support/folder'
import { hopingAt } from '../../support/hope-session'
import { spellHere } from '../../support/packed-program'
import { sessionIn } from '../../support/packed-words'

/** What hope needs of an agent is written when it is first used. */

const setUp = (agents: string) => {
  const folder = makeRepository()
  expect(spellHere(folder.path, ['init', '--yes', '--agents', agents]).exitCode).toBe(0)
  return folder
}
const start = ({ path }: Folder) => {
  spellHere(path, ['hope', 'cancel'])
  const args = ['hope', 'start', 'Export the orders', '--engagement', 'Collaborative', '--for', 'developer']
  const { exitCode, stdout, stderr } = spellHere(path, args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return stdout
}
const settings = '.claude/settings.json'
const hooks = (folder: Folder) => folder.read(settings).match(/hope hook [\w-]+/g) ?? []

test('the first start writes its hooks and slash commands, and says so in a line; no later one does', () => {
  const folder = setUp('claude,gemini,codex')
  expect(hooks(folder)).toEqual([])
  const said = start(folder)
  expect(hooks(folder)).toHaveLength(2)
  expect(said.match(/^Written for hope: .*$/gm)).toEqual([
    'Written for hope: `.claude/settings.json`, `.claude/commands/hope.md`, `.claude/commands/panel.md`, `.claude/commands/summon.md` and 4 more; commit them.',
  ])
  expect(folder.read('.gemini/commands/panel.toml')).toContain('spell hope panel')
  const before = folder.read(settings)
  expect(start(folder)).not.toContain('Written for hope')
  expect(folder.read(settings)).toBe(before)
  expect(spellHere(folder.path, ['update']).stdout).toContain('Everything is up to date.')
})

test('what was edited stays, what was removed stays away, and all of it goes with `spell uninstall`', () => {
  const folder = setUp('claude')
  folder.write({ [settings]: `// mine\n${folder.read(settings)}`, '.claude/commands/summon.md': 'my own\n' })
  expect(start(folder)).toContain('`.claude/commands/summon.md`: Something else is there, and stays.')
  expect(folder.read(settings)).toMatch(/^\/\/ mine\n/)
  expect(folder.read('.claude/commands/summon.md')).toBe('my own\n')
  folder.remove('.claude/commands/panel.md')
  start(folder)
  expect(existsSync(join(folder.path, '.claude/commands/panel.md'))).toBe(false)
  expect(spellHere(folder.path, ['uninstall']).exitCode).toBe(0)
  expect(hooks(folder)).toEqual([])
  start(folder)
  expect(hooks(folder)).toEqual([])
})

test('if they cannot be written, it says why and what helps, and the session has started', () => {
  const folder = setUp('claude')
  folder.write({ [settings]: '{' })
  expect(start(folder)).toMatch(/could not be written: .*it is not valid JSON.* Then: `spell init`/)
  expect(folder.read(settings)).toBe('{')
  expect(spellHere(folder.path, ['hope', 'status']).stdout).toContain('Export the orders')
})

test('without `init` nothing is written', () => {
  const folder = makeRepository()
  expect(start(folder)).not.toContain('Written for hope')
  expect(existsSync(join(folder.path, '.claude'))).toBe(false)
})

test('what is scored by itself is one score; each that is missing is told with one that is wrong', () => {
  const { path } = makeRepository(hopingAt('intent.clarify'))
  const score = (...scores: string[]) => spellHere(path, ['hope', 'score', '--outcome', ...scores, '--json']).stdout
  expect(JSON.parse(score('3')).details.slice(0, 2)).toEqual([
    '--outcome: must be a whole number from 0 to 2',
    expect.stringMatching(/^--scope: is missing;/),
  ])
  const others = ['--scope', '1', '--constraints', '1', '--success', '0', '--done', '0']
  expect(JSON.parse(score('1', ...others))).toMatchObject({ main: 'intent.clarify', score: { total: 3 } })
})

test('a round names the approvals that are the agent’s, once words of the developer are seen', () => {
  const folder = makeRepository(hopingAt('loop.shape_approval', { round: 1 }))
  const { says, asks } = sessionIn(folder)
  const shown = () => String(asks('hope', 'show').markdown)
  asks('hope', 'answer', 'yes')
  expect(shown()).not.toContain('By the Agent')
  says('spell hope cancel')
  asks('hope', 'cancel')
  expect(shown()).toMatch(
    /## By the Agent\n\nWithout a word of the developer that spell has seen:\n\n- answer yes \(Approval of the shape\)$/,
  )
})
