import { type HistoryLine, historyPath, statePath } from '../../../src/work/history/history-line'
import type { Workflow } from '../../../src/workflow/flow'
import { collab } from '../../../src/workflows/collab'
import { discovery } from '../../../src/workflows/discovery'
import { engineer } from '../../../src/workflows/engineer'
import { hope } from '../../../src/workflows/hope'
import { type Folder, madeOnce } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { spellHere } from '../../support/packed-program'
import { forge } from '../../support/team-repository'
import { workUnderWay } from '../../support/work-under-way'

// Damage in every workflow: work of each that is committed, and has gone on by a step since. What is edited in its state:
// work/state/edited-context.

interface Work {
  readonly workflow: Workflow
  readonly step: readonly string[]
  /** What was handed in. */
  readonly artifact?: string
}
type Name = 'engineer' | 'discovery' | 'collab' | 'hope'
// biome-ignore format: a case is a line
const works: Readonly<Record<Name, Work>> = {
  engineer: { workflow: engineer, step: ['doctor', '--set', 'GATHER_EDITING', '--because', 'tests'] },
  discovery: {
    workflow: discovery('csv-export'),
    step: ['discovery', 'approve', '--as', 'human'],
    artifact: '.ai/discovery/csv-export/artifacts/clarification_artifact.json',
  },
  collab: {
    workflow: collab('orders'),
    step: ['collab', 'task', 'item-2', 'in_progress'],
  },
  hope: {
    workflow: hope(),
    step: ['hope', 'wave', '--done', 'rows'],
  },
}

/** The work as it was committed at the tag `base`, with a step since. */
const workOf = madeOnce(async (name: Name) => {
  const folder = await workUnderWay(name)
  git(folder, 'init', '-q')
  commitAll(folder)
  git(folder, 'tag', 'base')
  expect(spellHere(folder.path, works[name].step)).toMatchObject({ exitCode: 0 })
  return folder
})

const checked = (folder: Folder, ...args: string[]) => {
  const { stdout, exitCode } = spellHere(folder.path, ['check', '--base', 'base', '--json', ...args])
  const { findings, pieces } = JSON.parse(stdout)
  return { exitCode, pieces, rules: [...new Set(findings.map(({ rule }: { rule: string }) => rule))] }
}

const rewrite =
  (path: (work: Work) => string, change: (text: string, work: Work) => string) => (folder: Folder, work: Work) => {
    const text = folder.read(path(work))
    const now = change(text, work)
    if (now === text) throw new Error(`nothing changed in ${path(work)}`)
    folder.write({ [path(work)]: now })
  }
const history = ({ workflow }: Work) => historyPath(workflow)
const state = ({ workflow }: Work) => statePath(workflow)
const inLines = (change: (lines: string[]) => readonly string[]) =>
  rewrite(history, (text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`)
const conflict = (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`

interface Damage {
  readonly make: (folder: Folder, work: Work) => unknown
  /** What has to be among the rules that are named. */
  readonly rules: readonly string[]
  /** Whether only a base shows it. */
  readonly isOfBase?: true
}
// biome-ignore format: a case is a line
const damages: Readonly<Record<string, Damage>> = {
  'a line that says something else': {
    make: inLines(([first = '', second = '', ...rest]) => [
      first,
      second.replace('"timestamp":"2', '"timestamp":"1'),
      ...rest,
    ]),
    rules: ['history-chain-broken'],
  },
  'a beginning that is cut off': { make: inLines((lines) => lines.slice(2)), rules: ['history-begins-midway'] },
  'a line that is none': { make: inLines(([first = '', ...rest]) => [first, 'garbage', ...rest]), rules: ['history-line-broken'] },
  'a step that the workflow does not have, in a chain that is made again': {
    make: (folder, { workflow }) =>
      forge(
        folder,
        (lines) =>
          lines.map(
            (line): HistoryLine => (line === lines.at(-1) ? { ...line, row: 'nobody', trigger: 'Abra' } : line),
          ),
        historyPath(workflow),
      ),
    rules: ['history-walk-illegal'],
  },
  'a chain that is made again with another note': {
    make: (folder, { workflow }) =>
      forge(
        folder,
        ([first, ...rest]) => [{ ...first, note: 'agreed' } as HistoryLine, ...rest],
        historyPath(workflow),
      ),
    rules: ['history-rewritten'],
    isOfBase: true,
  },
  'an end that is cut off': { make: inLines((lines) => lines.slice(0, -1)), rules: ['history-behind'] },
  'a history that is gone': { make: (folder, work) => folder.remove(history(work)), rules: ['history-removed'] },
  'a state that is gone': { make: (folder, work) => folder.remove(state(work)), rules: ['state-removed'] },
  'what is remembered there twice': {
    make: rewrite(state, (text) => text.replace('"context":', '"context": {},\n  "context":')),
    rules: ['state-unreadable'],
  },
  'a state that is no JSON': { make: rewrite(state, () => 'garbage'), rules: ['state-unreadable'] },
  'markers of git in the state': { make: rewrite(state, conflict), rules: ['merge-conflict'] },
  'everything that is gone': { make: (folder) => folder.remove('.ai'), rules: ['history-removed'], isOfBase: true },
  'settings that are wrong': { make: (folder) => folder.write({ '.ai/spell.json': '{"version":1,"guard":5}\n' }), rules: ['settings-wrong'] },
  'proofs that are none': {
    make: (folder, { workflow }) => folder.write({ [`${workflow.folder}/proofs.jsonl`]: 'garbage\n' }),
    rules: ['proof-broken'],
  },
  'what was handed in, changed by hand': { make: (folder, { artifact = '' }) => folder.write({ [artifact]: '{}' }), rules: ['artifact-changed'] },
  'what was handed in, thrown away': { make: (folder, { artifact = '' }) => folder.remove(artifact), rules: ['file-missing'] },
}
const concerns = ({ workflow, artifact }: Work, name: string): boolean =>
  (workflow.plan !== undefined || !name.startsWith('proofs')) &&
  (artifact !== undefined || !name.startsWith('what was handed in'))

const tried = (work: Work) => Object.entries(damages).filter(([what]) => concerns(work, what))

// Damage to that of the engineer is among the ways to cheat, in support/dishonest-kinds.
const others = Object.entries(works).filter(([name]) => name !== 'engineer')
describe.each(others as [Name, Work][])('work of %s', (name, work) => {
  test('is in order as it was made, and is named among what was looked at', async () => {
    const { exitCode, rules, pieces } = checked(await workOf(name))
    expect({ exitCode, rules }).toEqual({ exitCode: 0, rules: [] })
    expect(pieces).toContainEqual(
      expect.objectContaining({ workflow: name, folder: work.workflow.folder, isArchived: false, isNew: true }),
    )
  })

  test.each(tried(work))('is found with %s, by the doctor too, and is not complete for a repair', async (_, damage) => {
    const { make, rules, isOfBase } = damage
    const folder = await workOf(name)
    await make(folder, work)
    expect(checked(folder)).toMatchObject({ exitCode: 10, rules: expect.arrayContaining([...rules]) })
    if (isOfBase) return
    expect(spellHere(folder.path, ['doctor']).exitCode).toBe(10)
    spellHere(folder.path, ['doctor', '--fix', ...(rules.includes('merge-conflict') ? ['--side', 'mine'] : [])])
    spellHere(folder.path, work.step)
    expect(checked(folder, '--require', 'complete').rules).toContain('work-not-complete')
  })
})

test('the verdict names what was looked at, never that no work has begun over work that is gone', async () => {
  const folder = await workOf('discovery')
  expect(spellHere(folder.path, ['check']).stdout).toMatch(/^All is in order: discovery “csv-export”, \d+ steps lead/)
  folder.remove('.ai/discovery')
  expect(spellHere(folder.path, ['check', '--base', 'base']).stdout).toMatch(/^One finding:\n\n- `history-removed`/)
})

test('what concerns several pieces of work is told once', async () => {
  const folder = await workUnderWay('collab', await workOf('discovery'))
  folder.write({ '.ai/spell.json': '{ "version": 1, "guard": 5 }\n' })
  const { findings, pieces } = JSON.parse(spellHere(folder.path, ['check', '--json']).stdout)
  expect(pieces.length).toBeGreaterThan(1)
  expect(findings).toMatchObject([{ rule: 'settings-wrong' }])
})
