import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfNamed } from '../../src/proof/status/statuses'
import { openNew } from '../../src/work/own/own-entry'
import type { Workflow } from '../../src/workflow/flow'
import { collab } from '../../src/workflows/collab'
import { engineer } from '../../src/workflows/engineer'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { hope } from '../../src/workflows/hope'
import { readWorkflow } from '../../src/workflows/own/read-workflow'
import { documentsOfItems } from './collab-documents'
import { graphText } from './collab-session'
import { type Folder, madeOnce, makeRepository } from './folder'
import { commitAll, git } from './git'
import { type Run, spellHere } from './packed-program'
import { allowAll } from './packed-provable'
import { prove as keepProofOf } from './provable-work'

// Work of a workflow with one claim, on the branch `feat` from `main`, led by the program through the same acts.

/** What shows the claim, and the file whose code decides it. */
export const command = 'node t.js'
export const right = 'exports.add = (a, b) => a + b\n'
export const wrong = 'exports.add = (a, b) => a - b\n'
const sumTest = "process.exit(require('./sum.js').add(2, 2) === 4 ? 0 : 1)\n"

/** What is claimed: by a command; by nothing, but not of collab, or by the developer, only of a plan. */
export type Claim = 'run' | 'none' | 'developer'

interface Acts {
  readonly flow: Workflow
  readonly home: string
  /** Up to where the command is written down, and may be allowed. */
  begin(piece: Piece, claim: Claim): void
  /** From there to where the claim may be made. */
  work(piece: Piece): void
  /** Makes the claim: ticks, reports. */
  claim(piece: Piece): Run | undefined
  /** The steps that are left to the end, as far as they are not refused. */
  finish(piece: Piece): Run
  archive(piece: Piece): void | Promise<void>
}

const itemOf: Readonly<Record<Claim, string>> = {
  run: `adds\n  - run: \`${command}\``,
  none: 'adds',
  developer: 'adds\n  - by: developer',
}

const engineerActs = (name?: string): Acts => {
  const home = name === undefined ? '.ai/task' : `.ai/work/${name}`
  return {
    flow: name === undefined ? engineer : engineerNamed(name),
    home,
    begin(piece, claim) {
      piece.do(...(name === undefined ? ['accio'] : ['new', name]))
      piece.folder.write({ [`${home}/context.md`]: '# Context\n\nSums.\n' })
      piece.do('accio')
      piece.folder.write({ [`${home}/plan.md`]: `# Sum\n\n- [ ] ${itemOf[claim]}\n` })
      piece.do('accio')
    },
    work(piece) {
      piece.folder.write({ [`${home}/task.md`]: '---\ntask_name: sum\n---\n\nAdd.\n' })
      piece.do('accio')
      piece.folder.write({ [`${home}/task-results.md`]: 'Done.\n' })
      piece.do('accio')
    },
    claim({ folder }) {
      folder.write({ [`${home}/plan.md`]: folder.read(`${home}/plan.md`).replaceAll('- [ ]', '- [x]') })
      return undefined
    },
    finish: (piece) => piece.spell('accio'),
    archive: (piece) => piece.do('new', '--yes'),
  }
}

const hopeActs: Acts = {
  flow: hope(),
  home: '.ai/hope',
  begin(piece, claim) {
    const by = claim === 'run' ? ` (verify: ${command})` : ''
    const asked = `Add\nDONE: adds${by}\nMUST NOT: subtract${by}`
    piece.do('hope', 'start', asked, '--points', '1', '--type', 'Build', '--engagement', 'Autonomous')
  },
  // What changes no file is not done.
  work: (piece) => appendFileSync(join(piece.folder.path, 'changes.md'), 'The sum is right.\n'),
  claim: (piece) => piece.spell('hope', 'wave', '--done', 'do: it printed the 4'),
  finish: (piece) => piece.spell('hope', 'answer', 'satisfied'),
  // The next round, which asks for something else, and is left before a file has changed.
  archive(piece) {
    piece.do('hope', 'start', 'More\nDONE: more\nMUST NOT: less', '--points', '1')
    piece.do('hope', 'cancel')
  },
}

/** @param isKept whether its papers stay where they are at its end; otherwise the archive is its end */
const collabActs = (name: string, isKept: boolean): Acts => {
  const home = `.ai/collab/sessions/${name}`
  const skills = (piece: Piece, isThere: (answer: { state: string; next_skill: string }) => boolean): Run => {
    let ran = piece.spell('collab', 'next', '--json')
    for (let left = 20; left > 0 && ran.exitCode === 0; left--) {
      const answer = JSON.parse(ran.stdout)
      if (isThere(answer) || answer.next_skill === null) break
      ran = piece.spell('collab', 'complete-skill', answer.next_skill, '--json')
    }
    return ran
  }
  const documents = `${home}/documents/`
  return {
    flow: collab(name),
    home,
    begin(piece) {
      piece.do('collab', 'start', name, '--clear', 'never')
      piece.do('collab', 'complete-skill', 'collab-start')
      piece.do('collab', 'add', 'Sum', '--type', 'bugfix')
      piece.folder.write({
        ...Object.fromEntries(
          Object.entries(documentsOfItems([{ number: 1, title: 'Sum' }])).map(([file, text]) => [
            documents + file,
            text,
          ]),
        ),
        [`${documents}task-graph.md`]: graphText(`tasks: [{id: item-1, files: [sum.js], run: ${command}, red: no}]`),
      })
      skills(piece, ({ next_skill }) => next_skill === 'executing-plans')
    },
    work: (piece) => piece.do('collab', 'task', 'item-1', 'in_progress'),
    claim: (piece) => piece.spell('collab', 'task', 'item-1', 'completed'),
    finish(piece) {
      const ran = skills(piece, ({ state }) => state === 'cleanup')
      if (ran.exitCode !== 0 || !isKept) return ran
      piece.spell('collab', 'cleanup', 'keep')
      return piece.spell('collab', 'complete-skill', 'collab-cleanup')
    },
    archive: (piece) => piece.do('collab', 'cleanup', 'archive'),
  }
}

/** A workflow that the base defines, whose plan has to be proven; without `counts` it counts no criteria. */
export const ownFile = '.ai/workflows/ship.yaml'
export const ownText = (counts = true): string => `workflow: ship
about: From a plan to a release
start: planning
words: { next: go on }
files: { plan: plan.md, list: list.md }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Read {plan}." }
  building: { phase: task, title: Build, agent: "Build; {list}.", developer: "Read {list}." }
  shipped: { phase: complete, title: Shipped, goal: true, developer: "Commit." }
steps:
  - { id: A1, from: planning, word: next, needs: [plan], to: building, do: [{ create: list }] }
${
  counts
    ? `  - { id: A2, from: building, word: next, when: { count: open, in: plan, least: 1 }, answer: refuse, text: "Open." }
  - { id: A3, from: building, word: next, when: { not: proven }, answer: refuse, text: "Not proven." }
`
    : ''
}  - { id: A4, from: building, word: next, by: developer, needs: [list], to: shipped }
`

const ownActs = (name: string, counts?: boolean): Acts => {
  const home = `.ai/work/${name}`
  const { file } = readWorkflow(ownText(counts))
  if (!file) throw new Error('its workflow has faults')
  const { claim } = engineerActs(name)
  return {
    flow: openNew({ file, beside: { states: {}, templates: {} } }, name),
    home,
    begin(piece, by) {
      const { exitCode, stderr } = spellHere(piece.folder.path, ['ship', 'new', name])
      if (exitCode !== 0) throw new Error(stderr)
      piece.folder.write({ [`${home}/plan.md`]: `# Sum\n\n- [ ] ${itemOf[by]}\n` })
      piece.do('ship', 'next')
    },
    work: ({ folder }) => folder.write({ [`${home}/list.md`]: 'All is built.\n' }),
    claim,
    finish: (piece) => piece.spell('ship', 'next'),
    archive: () => {
      throw new Error('it has no archive')
    },
  }
}

export const workflows = ['engineer', 'hope', 'collab', 'own'] as const
export type WorkflowName = (typeof workflows)[number]
export const places = ['current', 'named', 'archived'] as const
export type Place = (typeof places)[number]

/** A piece of work that is to begin in a folder; of engineer without a name the current one. */
export function pieceIn(folder: Folder, workflow: WorkflowName, name?: string, isKept = true): Piece {
  if (workflow === 'hope') return new Piece(folder, hopeActs, [])
  if (workflow === 'own') return new Piece(folder, ownActs(name ?? 'sums'), ['--work', name ?? 'sums'])
  if (workflow === 'collab') return new Piece(folder, collabActs(name ?? 'sum', isKept), [])
  return new Piece(folder, engineerActs(name), name === undefined ? [] : ['--work', name])
}

/** The files of a program whose test passes. */
export const program: Readonly<Record<string, string>> = {
  'sum.js': right,
  't.js': sumTest,
  '.gitignore': 'node_modules/\n',
}

/** How far it is led: its command may run; it has passed; its claim is made; all is over. */
const stages = ['begun', 'worked', 'proven', 'claimed', 'done'] as const
export type Stage = (typeof stages)[number]

/** A piece of work, and the acts that every workflow has. */
export class Piece {
  readonly flow: Workflow
  readonly home: string
  /** Of its next runs. */
  env: Readonly<Record<string, string>> = {}

  constructor(
    readonly folder: Folder,
    private readonly acts: Acts,
    private readonly flags: readonly string[],
  ) {
    this.flow = acts.flow
    this.home = acts.home
  }

  /** Runs the program in it, whatever comes of it. */
  spell(...args: string[]): Run {
    const isOfFlags = args[0] !== 'check' && !(args[0] === 'new' && args[1] !== '--yes')
    return spellHere(this.folder.path, [...args, ...(isOfFlags ? this.flags : [])], { env: this.env })
  }
  /** Runs it, and throws unless it has done what it was asked. */
  do(...args: string[]): void {
    sure(this.spell(...args), args)
  }

  begin(claim: Claim = 'run'): void {
    this.acts.begin(this, claim)
  }
  work(): void {
    this.acts.work(this)
  }
  /** Proves all of it. */
  prove(exitCode = 0): void {
    const ran = this.proving()
    if (ran.exitCode !== exitCode) throw new Error(`prove: ${ran.exitCode} ${ran.stdout}${ran.stderr}`)
  }
  proving(): Run {
    const { definition } = this.flow
    return definition.name === 'engineer' ? this.spell('prove') : this.spell(definition.name, 'prove')
  }
  claim(): Run | undefined {
    return this.acts.claim(this)
  }
  finish(): Run {
    return this.acts.finish(this)
  }
  async archive(): Promise<void> {
    await this.acts.archive(this)
  }
  allow(): Promise<void> {
    return allowAll(this.folder, this.flow)
  }
  /** @param file that it is confirmed for; absent for none, as by earlier versions */
  confirm(file?: string): Promise<void> {
    const seen = file === undefined ? {} : { files: { [file]: digestOfNamed(this.folder.path, file) } }
    return keepProofOf(this.folder, 1, seen, this.flow)
  }
  /** Makes the claim and takes the steps that are left, as far as they are not refused. */
  end(): void {
    this.claim()
    this.finish()
  }
  /** Whether its state is the end. */
  get isOver(): boolean {
    const { current_state = '', regions = {} } = JSON.parse(this.folder.read(`${this.home}/state.json`))
    return ['ACHIEVE_COMPLETE', 'completed', 'ended', 'done', 'shipped'].includes(regions.main ?? current_state)
  }
  breaks(): void {
    this.folder.write({ 'sum.js': wrong })
  }
}

const sure = ({ exitCode, stdout, stderr }: Run, args: readonly string[]): void => {
  if (exitCode !== 0) throw new Error(`spell ${args.join(' ')}: ${exitCode} ${stdout}${stderr}`)
}

const pieceAt = (folder: Folder, workflow: WorkflowName, place: Place): Piece =>
  pieceIn(folder, workflow, place === 'named' && workflow !== 'hope' ? 'sums' : undefined, place !== 'archived')

const folderOf = madeOnce(async (workflow: WorkflowName, stage: Stage, place: Place, claim: Claim): Promise<Folder> => {
  const before = stages[stages.indexOf(stage) - 1]
  if (!before) {
    const folder = makeRepository({ ...program, ...(workflow === 'own' && { [ownFile]: ownText() }) })
    commitAll(folder)
    git(folder, 'branch', '-M', 'main')
    git(folder, 'checkout', '-qb', 'feat')
    pieceAt(folder, workflow, place).begin(claim)
    return folder
  }
  const piece = await led(workflow, before, place, claim)
  if (stage === 'worked') piece.work()
  else if (stage === 'proven') piece.prove()
  else {
    const ran = stage === 'claimed' ? piece.claim() : piece.finish()
    if (ran) sure(ran, [stage])
  }
  return piece.folder
})

/** Work that is led so far, made once and copied. */
export async function led(
  workflow: WorkflowName,
  stage: Stage,
  place: Place = 'current',
  claim: Claim = 'run',
): Promise<Piece> {
  const piece = pieceAt(await folderOf(workflow, stage, place, claim), workflow, place)
  await piece.allow()
  return piece
}
