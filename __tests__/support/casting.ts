import { compileTexts } from '../../scripts/compile-texts'
import type { Answer, Offer } from '../../src/cast/answer/answer'
import { type CastContext, cast } from '../../src/cast/cast'
import { backupPath, backupsPath } from '../../src/disk/local'
import { namesIn } from '../../src/disk/read'
import { isAvailable } from '../../src/engine/definition'
import { seeingClone } from '../../src/word/message-sources'
import type { TitleOf } from '../../src/work/texts'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { type Spell, type State, spells } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import { type Folder, makeFolder, makeRepository } from './folder'

/** The id of the next piece of work in a folder, counting from zero. */
const nextWork = ({ path }: Folder): string => namesIn(path, '.ai/archive').length.toString(16).padStart(8, '0')

/** The context of a cast in a test, with a fixed clock. */
export const edgeAt = (folder: Folder, now = new Date('2026-08-20T15:30:00Z')): CastContext => ({
  root: folder.path,
  now,
  env: {},
  texts,
  wait: 5,
  newWork: () => nextWork(folder),
  head: () => undefined,
  // One context serves several casts.
  clone: () => seeingClone(folder.path, now)(),
})

export const castIn = (folder: Folder, spell: Spell, note?: string): Promise<Answer> =>
  cast(workIn(folder.path, engineer), spell, edgeAt(folder), note)

/** An answer, but for how long the developer was waited for: real processes have a clock of their own. */
export const asText = ({ turn: { since: _, ...turn }, developer, ...answer }: Answer): string =>
  JSON.stringify({ ...answer, turn, developer: developer.replace(/ \(for [^)]+\)\.$/, '.') })

/** The state file of work in a state. */
export const standing = (state: State, context: object = {}): Record<string, string> => ({
  '.ai/task/state.json': `${JSON.stringify({ current_state: state, context, history: [] }, null, 2)}\n`,
})

/** A folder with work in a state, and these files of it. */
export const folderWith = (state: State, files: Partial<Record<keyof typeof file, string>> = {}): Folder => {
  const texts = Object.entries(files).map(([name, text]) => [file[name as keyof typeof file], text])
  return makeFolder({ ...standing(state), ...Object.fromEntries(texts) })
}

/** Work in which Accio always leads on: a task is drafted, done without results, archived as incomplete, drafted again. */
export const endlessWork = {
  ...standing('ACHIEVE_TASK_DRAFTING'),
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md': '# Export\n\n- [ ] There is one row for each order\n',
  '.ai/task/task.md': '---\ntask_name: rows\n---\n\n# Task\n',
}

/** An offer without its texts. */
export type BareOffer = Omit<Offer, 'summary' | 'then'>

/** The outcome that each offer announces, without texts. */
export const asOfNow = (offers: readonly Offer[]): BareOffer[] =>
  offers.map(({ summary: _, then: __, ...offer }) => offer)

/** The real outcome of each spell with these files: each is cast. */
export async function tryEverySpell(files: Readonly<Record<string, string>>): Promise<BareOffer[]> {
  const done: BareOffer[] = []
  let folder = makeFolder(files)
  for (const name of spells) {
    const { row, outcome, to } = await castIn(folder, name)
    const kind = rows.find(({ id }) => id === row)?.kind ?? 'block'
    done.push({ name, available: kind === 'show' || isAvailable(kind), outcome, to })
    // If nothing was done, the folder can be reused.
    if (isAvailable(kind)) folder = makeFolder(files)
  }
  return done
}

export const texts = compileTexts('templates/engineer')

/** The texts of answers are not compiled here, so a state's name is its title. */
export const titleOf: TitleOf = (_, state) => state

export const stateFile = '.ai/task/state.json'
export const historyFile = '.ai/task/history.jsonl'

const plan = '# Export\n\n- [ ] it has a header row\n- [ ] it has one row for each order\n'

/** A piece of work in its first task, as left by four spells and the user's edits. */
export async function work(folder = makeRepository()): Promise<Folder> {
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/plan.md': plan })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/task.md': '# Task\n\nWrite the header row.\n' })
  await castIn(folder, 'accio')
  return folder
}

export const linesOf = (folder: Folder): string[] => folder.read(historyFile).split('\n').slice(0, -1)

export const writeLines = (folder: Folder, lines: readonly string[]): void =>
  folder.write({ [historyFile]: lines.map((line) => `${line}\n`).join('') })

export const stateOf = (folder: Folder) => JSON.parse(folder.read(stateFile))

/** The path of a backup in the first piece of work of a folder. */
export const backupFile = (number: number): string => backupPath(`${backupsPath(engineer)}/00000000`, number)

/** Whether a spell can be cast when the answer is read. */
export const isOpen = ({ available, then }: Offer) => then?.some((one) => one.available) ?? available
