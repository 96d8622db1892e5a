import { rules } from '../../../src/check/finding'
import { findable, walkWith } from '../../support/dishonest-walks'
import { copyOf, type Folder, madeOnce, makeRepository } from '../../support/folder'
import { commitAll } from '../../support/git'
import { follow, lostBy, type Told, toldBy } from '../../support/packed-advice'
import { situations } from '../../support/packed-situations'
import { printedCommands } from '../../support/printed-commands'
import { allAtNight, isNightly } from '../../support/proving'
import { workUnderWay } from '../../support/work-under-way'

/**
 * No command that is printed destroys a text: followed twice, in any order with the others of one answer, and with other
 * files in its place each time, every text is still somewhere: in a file, or in git.
 */

/** What cannot be followed here, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'spell mcp': 'runs until its client goes',
  'spell watch': 'runs until it is stopped',
  'git config --global': 'changes the settings of the user',
  'git worktree add': 'writes beside the repository',
  gh: 'asks a server',
  glab: 'asks a server',
  npm: 'asks a server',
}
const isNotRun = (line: string) =>
  Object.keys(notRun).some((name) => `${line} `.startsWith(`${name} `) || line.includes(`| ${name} `))

/** Rules that no situation here has, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  merged: 'needs a forged line; shows the log',
  autonomous: 'is noted of discovery, and has no fix',
  'artifact-missing': 'is of plans that are archived: the fix is that of archived-file-missing',
  'archived-early': 'is of sessions that were moved by hand; shows the log',
  'work-by-override': 'shows the history',
  'rerun-failed': 'tells to prove again: proofs/rules/check/rerun has it',
  'workflow-changed': 'is noted of own workflows, and has no fix',
}

/** What no command can mend: a text has to be written, chosen or asked for. */
const forPeople = [
  ...[
    'adopted',
    'criteria-changed',
    'criteria-ticked',
    'criterion-without-command',
    'ignored-by-git',
    'merge-conflict',
  ],
  ...['override', 'plan-not-understood', 'settings-unreadable', 'settings-wrong', 'state-without-history', 'undo'],
  'word-weaker',
]

/** What findings and failures have told to do, and what of it is said in a sentence. */
const seen = new Set<string>()
const inWords = new Set<string>()
const followed = new Set<string>()

/** Commands that differ by a commit, a date or a line only are followed once. */
const shapeOf = (line: string) => line.replace(/\b[0-9a-f]{7,}\b|\d{4}-\d\d-\d\d-\d{4}|\d+/g, '0')
const tried = new Set<string>()
const isNewShape = (...lines: readonly string[]) => {
  const shape = lines.map(shapeOf).join('\n')
  return !tried.has(shape) && tried.add(shape)
}

/** What can only be filled in by who reads it. */
const chosen = /^spell (?:use|reparo|accio|collab|hope|discovery|new|rfc)\b/

/** Whether a command leads on: to its end, or to one that says what is next. */
function leadsNowhere(world: Folder, { code, where }: Told, line: string, answer: string): string[] {
  const folder = copyOf(world)
  const { exitCode, stdout, stderr } = follow(folder, line.replaceAll(world.path, folder.path))
  const said = `${stdout}${stderr}`
  const found = []
  if (/\b(?:COMMIT|NAME|NUMBER|FOLDER|DIR)\b/.test(line) && !chosen.test(line)) found.push('has a placeholder')
  const leads = line.startsWith('spell ') && /fix: |`(?:spell|git|mkdir|test) |^- (?:✗ )?`/m.test(said)
  if (exitCode !== 0 && !leads) found.push(`ends with ${exitCode}: ${said}`)
  if (/^(?:mkdir|test|git (?:restore|show|stash))/.test(line)) {
    const still = toldBy(folder, answer).some((one) => one.code === code && one.where === where && one.fix === line)
    if (still) found.push('helps nothing')
  }
  folder.remove('.')
  return found.map((what) => `${code}: ${line} ${what}`)
}

/** What is wrong with what some questions are answered in a repository. */
function wrongIn(world: Folder, questions: readonly string[]): string[] {
  const led = new Set<string>()
  return questions.flatMap((question) => {
    const told = toldBy(world, question)
    const commandsOf = ({ commands }: Told) => commands.filter((line) => !isNotRun(line))
    for (const { code, fix, commands } of told) {
      seen.add(code)
      if (fix !== '' && !commands.includes(fix)) inWords.add(code)
    }
    const lines = [...new Set(told.flatMap(commandsOf))]
    for (const line of lines) followed.add(line)
    const pairs = lines.flatMap((line) => lines.flatMap((other) => (line === other ? [] : [[line, other] as const])))
    const some = allAtNight(pairs)
    return [
      ...lines.flatMap((line) => {
        const then = [line, ...some.flatMap(([first, other]) => (first === line ? [other] : []))]
        return lostBy(
          world,
          line,
          then.filter((other) => isNewShape(line, other)),
        )
      }),
      ...told.flatMap((one) =>
        commandsOf(one).flatMap((line) =>
          led.size < led.add(`${one.code} ${line}`).size ? leadsNowhere(world, one, line, question) : [],
        ),
      ),
    ]
  })
}

describe('what is told', () => {
  test.each(Object.entries(situations))('where %s: destroys nothing, and leads on', async (_, [make, ...questions]) => {
    expect(wrongIn(await make(), questions)).toEqual([])
  })

  test.each(allAtNight(findable))('where %s: destroys nothing, and leads on', async (name) => {
    const { folder } = await walkWith(name)
    expect(wrongIn(folder, ['check --base base --require proven --no-overrides', 'doctor'])).toEqual([])
  })
})

/** Work of each workflow in which a command is typed as it stands in the sources. */
const underWay = madeOnce(async () => {
  const folder = makeRepository({ 'notes.md': 'notes\n' })
  for (const workflow of ['engineer', 'discovery', 'collab', 'hope'] as const) await workUnderWay(workflow, folder)
  commitAll(folder)
  return folder
})

/** What only stands behind what keeps it from overwriting. */
const isPart = (line: string) => /^(?:git (?:show .*>|restore|rm)|mv|rm|mkdir|test) /.test(line)
const printed = printedCommands().filter((line) => !isNotRun(line))

test('every other command that can be printed destroys nothing, whatever it is filled in with', async () => {
  const world = await underWay()
  const problems = printed
    .filter((line) => !isPart(line))
    .map((line) => line.replaceAll('…', line.startsWith('spell ') ? 'orders' : '.ai/task/plan.md'))
    .flatMap((line) => {
      followed.add(line)
      return isNewShape(line, line) ? lostBy(world, line, [line]) : []
    })
  expect(problems).toEqual([])
  world.remove('.')
})

test('every part of a command was followed in one that is whole', () => {
  const pattern = (line: string) =>
    new RegExp(
      line
        .replace(/ {3}# .*/, '')
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('…', '.+'),
    )
  const isFollowed = (line: string) => [...followed].some((whole) => pattern(line).test(whole))
  expect(printed.filter((line) => isPart(line) && !isFollowed(line))).toEqual([])
})

test('what cannot be followed here is printed, and is little', () => {
  const all = printedCommands().join('\n')
  expect(Object.keys(notRun).filter((name) => !all.includes(name))).toEqual([])
  expect(Object.keys({ ...notRun, ...unseen }).length).toBeLessThanOrEqual(15)
})

const testAtNight = isNightly ? test : test.skip

testAtNight('every rule is seen in a situation', () => {
  expect(Object.keys(rules).filter((rule) => !seen.has(rule) && !Object.hasOwn(unseen, rule))).toEqual([])
})

test('what is told by a command is not told by a sentence', () => {
  expect([...inWords].filter((code) => !forPeople.includes(code))).toEqual([])
})
