import { waitingIn } from '../../src/proof/consent/bound-command'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { currentCommands } from '../../src/proof/consent/current-commands'
import { loadSettings } from '../../src/work/settings/settings'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { castIn } from './casting'
import { type Folder, madeOnce, makeRepository, plainEnv } from './folder'
import { commitAll, git } from './git'
import { jsonHere, type Run, spellHere } from './packed-program'
import { planFile, planned } from './team-repository'

/** Runs the program as an agent does, with what the developer has allowed there. */
export const spellIn = ({ path }: Folder, ...args: string[]): Run => spellHere(path, args)

/** Casts accio, and says where it led. Throws if it did nothing else than that. */
export function accio(folder: Folder): string {
  const document = jsonHere(folder, 'accio')
  return document.state?.to ?? document.to ?? document.code
}

/** The developer allows all that a piece of work and the settings say, as `spell allow` keeps it. */
export async function allowAll({ path }: Pick<Folder, 'path'>, workflow: Workflow = engineer): Promise<void> {
  const { proof } = await loadSettings(path, {})
  const { commands } = currentCommands(workIn(path, workflow), proof)
  const consents = consentsOf(workIn(path, workflow), commands, plainEnv)
  await keepConsent(consents, waitingIn(consents), 'always', new Date(0))
}

/** A test that passes once the code is there, and the code of a criterion. */
const test = `const { readFileSync } = require('node:fs')
const text = readFileSync(process.argv[2] + '.mjs', 'utf8')
console.log(text.includes('works') ? process.argv[2] + ' ok' : 'not ok')
process.exit(text.includes('works') ? 0 : 1)
`
export const works = (what: string): string => `export const works = '${what}'\n`

export const provablePlan = `# Orders

- [ ] Orders can be exported
  - run: \`node test.cjs export\`
  - expect: stdout contains \`export ok\`
- [ ] Orders can be imported
  - run: \`node test.cjs import\`
- [ ] The page reads well
  - by: developer
`

/** The file of the proofs, and that of the settings. */
export const proofsFile = '.ai/task/proofs.jsonl'
export const settingsFile = '.ai/spell.json'

/** Where the work stands: planned and committed as `base`; in its task; the task is archived, and all is done but ticked. */
export type Stage = 'planned' | 'task' | 'done'

const ledTo = madeOnce(async (stage: Stage, files: Readonly<Record<string, string>>) => {
  const folder = makeRepository({ '.gitignore': '*.log\n', 'test.cjs': test, ...files })
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  folder.remove(planFile)
  await planned(folder, files[planFile] ?? provablePlan)
  commitAll(folder, 'the plan')
  git(folder, 'tag', 'base')
  if (stage === 'planned') return folder
  folder.write({ '.ai/task/task.md': '---\ntask_name: orders\n---\n\n# Task\n\nWrite both.\n' })
  await castIn(folder, 'accio')
  if (stage === 'task') return folder
  folder.write({ 'export.mjs': works('export'), 'import.mjs': works('import') })
  folder.write({ '.ai/task/task-results.md': '## Achieved\n\nBoth are written.\n' })
  await castIn(folder, 'accio')
  commitAll(folder, 'the task')
  return folder
})

/**
 * Work whose criteria have commands. It is made once, and copied.
 * @param files further files of the repository
 */
export async function provable(stage: Stage, files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const folder = await ledTo(stage, files)
  await allowAll(folder)
  return folder
}

/** Replaces a text of a file that it has. */
export function edit(folder: Folder, path: string, from: string | RegExp, to: string): void {
  const before = folder.read(path)
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${path} does not have ${from}`)
  folder.write({ [path]: after })
}

export function tickOnly(folder: Folder, ...numbers: readonly number[]): void {
  let number = 0
  const boxes = (box: string) => (numbers.includes(++number) ? box.replace('[ ]', '[x]') : box)
  folder.write({ [planFile]: folder.read(planFile).replaceAll(/^[-*] \[[ x]\]/gm, boxes) })
}

/** What a check finds, each rule once, and what it only notes. */
export function checked(folder: Folder, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { stdout, exitCode } = spellHere(folder.path, ['check', '--json', ...args], { env })
  const { findings, noted } = JSON.parse(stdout)
  const rulesOf = (all: readonly { rule: string }[] = []) => [...new Set(all.map(({ rule }) => rule))]
  return { exitCode, rules: rulesOf(findings), noted: rulesOf(noted), findings }
}
