import { agentNames } from '../../src/install/agents/agents'
import { capital } from '../../src/text/markdown-parts'
import { settingsPath } from '../../src/work/settings/settings'
import { spellNames, spells } from '../../src/workflows/engineer/spells'
import { type Folder, makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'

const names = spellNames.flatMap((name) => [name, capital(name)]).join('|')
/** After its plain word the name of a spell may stand: in parentheses, behind a bar, or after "or". */
const second = new RegExp(`\\((?:${names})(?:, (?:${names}))*\\)|(?:\\|| or )(?:${names})`, 'g')
const bare = new RegExp(`\\b(?:${names})\\b`)
const linesWith = (text: string) => text.split(/\n|(?<=>)(?=<)/).filter((line) => bare.test(line.replace(second, '')))

const spellOf = (line: string) => spellNames.find((name) => name === line.replace(/ \{\{args\}\}$/, ''))

const plan = '# Orders\n\n- [ ] they are exported\n  - run: `true`\n- [ ] they look good\n'
const plainly = (files: Readonly<Record<string, string>> = {}) =>
  makeRepository({ [settingsPath]: JSON.stringify({ words: 'plain' }), ...files })

// biome-ignore format: in one paragraph
const commands = [
  'map', 'report', 'report --html report.html', 'statusline', 'work', 'history', 'prove --list', 'check', 'doctor',
  'status --for developer', '--help',
]

/** Runs all commands. @returns what they print and write */
function allOf(folder: Folder): string {
  const printed = commands.map((command) => {
    const { stdout, stderr } = spellHere(folder.path, command.split(' '))
    return `${command}\n${stdout}\n${stderr}`
  })
  return [...printed, snapshot(folder.path)['report.html']].join('\n')
}

test('where the settings say so, maps, reports, lists and lines name each spell by its plain word first', () => {
  const folder = plainly()
  expect(linesWith(allOf(folder))).toEqual([])
  spellHere(folder.path, ['accio', '--note', 'begin'])
  folder.write({ '.ai/task/context.md': '# Orders\n\nAs CSV.\n' })
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/plan.md': plan })
  for (const spell of ['accio', 'finite', 'accio', 'reparo', 'reverto', 'accio']) {
    const { stdout, stderr } = spellHere(folder.path, [spell, '--note', spell === 'accio' ? 'on' : 'back'])
    expect(linesWith(`${stdout}${stderr}`)).toEqual([])
    if (spell !== 'accio') expect(linesWith(allOf(folder))).toEqual([])
  }
  for (const { alias } of [spells.finite, spells.reverto]) expect(allOf(folder)).toContain(`--> b2: ${alias}\n`)
})

test('so do the files that init writes for each agent, with what describes skill and commands', () => {
  const folder = plainly()
  spellHere(folder.path, ['init', '--yes', '--agents', agentNames.join(',')])
  const texts = Object.entries(snapshot(folder.path)).filter(([path]) => /\.(?:md|toml)$/.test(path))
  expect(texts.map(([path]) => path)).toContain('.claude/skills/spell/SKILL.md')
  const isCast = (path: string, line: string) => /\/(?:commands|prompts)\//.test(path) && spellOf(line) !== undefined
  const named = texts.flatMap(([path, text]) => linesWith(text).map((line) => ({ path, line })))
  // What a command stands for is cast, whatever the words: a plain one could be meant otherwise.
  expect(named.filter(({ path, line }) => !isCast(path, line))).toEqual([])
  expect(new Set(named.map(({ line }) => spellOf(line)))).toEqual(new Set(['accio', 'lumos']))
})
