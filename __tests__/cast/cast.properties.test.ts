import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { type Spell, spells } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import { holdsWithinBudget } from '../support/budget'
import { asOfNow, castIn, tryEverySpell } from '../support/casting'
import { makeFolder } from '../support/folder'
import { isProving } from '../support/proving'
import { anyCharacter } from '../support/random'
import { reached, worldOf } from '../support/row-worlds'

// Generous for slow machines.
jest.setTimeout(isProving ? 600_000 : 60_000)

const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'

/** An event in a folder: a spell is cast, or the user edits a file. */
type Step =
  | { readonly do: 'cast'; readonly spell: Spell; readonly note: string | undefined }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'replace'; readonly path: string; readonly find: RegExp; readonly by: string }
  | { readonly do: 'empty'; readonly path: string }
  | { readonly do: 'delete'; readonly path: string }

const ours = Object.values(file)
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constant('Text.') },
  fc.constantFrom(
    '---\ntask_name: csv-header\n---\n',
    '---\ntask_name: ../../etc\n---\n',
    '---js\nprocess.exit(1)\n---\n',
    '---\n{ broken\n',
    '- [ ] one\n- [x] two\n',
    '- [x] done\n',
    'https://acme.atlassian.net/browse/A-1',
    '\uFEFF- [ ] one\r\n',
    '## Response to the Developer\n\n```\n{{criteria}}',
  ),
  fc.string({ unit: anyCharacter }),
)

/** Foreign files, some with the name of an archive. */
// biome-ignore format: in one paragraph
const odd = [
  '.ai/task/notes.txt', '.ai/task/ünï cödé.md', '.ai/task/state.json.bak',
  '.ai/task/tasks/task-untitled-2026-08-20-1530/task.md', '.ai/task/tasks/task-header-row-2026-08-20-1530-2',
  '.ai/task/pr-reviews/discarded-2026-08-20-1530/comments.md', '.ai/task/pr-reviews/pr-review-2026-08-20-1530',
  '.ai/archive/old.md',
]

const cast = (spell: fc.Arbitrary<Spell>): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constant('cast' as const), spell, note: fc.option(fc.string(), { nil: undefined }) })
const write = (...paths: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constant('write' as const), path: fc.constantFrom(...paths), text: texts })
const inPlan = (find: RegExp, by: string): Step => ({ do: 'replace', path: file.plan, find, by })

const edits: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 8, arbitrary: cast(fc.constant('accio')) },
  { weight: 12, arbitrary: cast(fc.constantFrom(...spells)) },
  { weight: 6, arbitrary: write(...ours) },
  { weight: 1, arbitrary: write(...odd) },
  { weight: 2, arbitrary: fc.constantFrom(inPlan(/- \[ \]/, '- [x]'), inPlan(/- \[x\]/, '- [ ]')) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('empty' as const), path: fc.constantFrom(...ours) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), path: fc.constantFrom(...ours) }) },
]

/** A folder with a user's work, and every text that only the user may remove. */
class Work {
  readonly folder = makeFolder()
  readonly #texts = new Set<string>()
  #count = 0

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.#save(path, text)
  }

  #isFile = (path: string) =>
    existsSync(join(this.folder.path, path)) && statSync(join(this.folder.path, path)).isFile()

  /** Whether a file can be created: it is no folder, and none of its folders is a file. */
  #isFree(path: string): boolean {
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
    return !above.some(this.#isFile) && (this.#isFile(path) || !existsSync(join(this.folder.path, path)))
  }

  /** A user who overwrites or deletes a text does not miss it. */
  #save(path: string, text: string): void {
    if (!this.#isFree(path)) return
    this.#forget(path)
    this.folder.write({ [path]: text })
    if (text !== '' && path !== stateFile) this.#texts.add(text)
  }

  #forget(path: string): void {
    if (this.#isFile(path)) this.#texts.delete(this.folder.read(path))
  }

  edit(step: Exclude<Step, { do: 'cast' }>): void {
    const { folder } = this
    const { path } = step
    if (step.do === 'write') this.#save(path, `${step.text}\n${++this.#count}\n`)
    else if (step.do === 'empty') this.#save(path, '')
    else if (step.do === 'replace') {
      if (this.#isFile(path)) this.#save(path, folder.read(path).replace(step.find, step.by))
    } else {
      this.#forget(path)
      folder.remove(path)
    }
  }

  /** The texts that no file contains completely any more. */
  lost(): string[] {
    const there = new Set(Object.values(this.folder.contents()))
    return [...this.#texts].filter((text) => !there.has(text))
  }
}

/**
 * Each entry of the history must be a row of the table with that target, starting in the target of the previous entry.
 */
function expectLegalWalk({ folder }: Work, start: string): void {
  const { current, history } = loadState(folder.path, engineer)
  const all = existsSync(join(folder.path, historyFile)) ? folder.read(historyFile).trimEnd().split('\n') : []
  expect(all.map((line) => JSON.parse(line))).toEqual(history)
  const end = history.reduce((at, { transition, trigger, row: id }) => {
    const [from, to] = transition.split(' → ')
    const row = rows.find((candidate) => {
      const leads = candidate.to === to && [candidate.from].flat().some((state) => state === from)
      return candidate.id === id && candidate.on === trigger.toLowerCase() && leads
    })
    expect({ transition, trigger, id, known: row !== undefined }).toEqual({ transition, trigger, id, known: true })
    expect(from).toBe(at)
    return to ?? ''
  }, start)
  expect(end).toBe(current)
}

/** Starts in an empty folder, or in any state. */
const beginnings = fc.oneof(fc.constant(undefined), fc.constantFrom(...reached))
const beginWith = (world: (typeof reached)[number] | undefined) => new Work(world ? worldOf(world) : {})

/** Up to 25 steps; with the default size most sequences would be short. */
const sequences = (steps: readonly fc.WeightedArbitrary<Step>[]) =>
  fc.array(fc.oneof(...steps), { maxLength: 25, size: 'max' })

describe('whatever is cast and edited', () => {
  test('no text is lost, no state is a trap, the history is a legal walk, and offers are honest', () =>
    holdsWithinBudget(
      { seconds: 5, atLeast: 1, all: 20, runs: 10 },
      fc.asyncProperty(beginnings, sequences(edits), async (world, sequence) => {
        const work = beginWith(world)
        const now = () => loadState(work.folder.path, engineer).current
        const start = now()
        for (const step of sequence) {
          if (step.do !== 'cast') {
            work.edit(step)
            continue
          }
          const from = now()
          const answer = await castIn(work.folder, step.spell, step.note)
          expect([answer.from, answer.to]).toEqual([from, now()])
          expect(work.lost()).toEqual([])
          expect(answer.spells.some(({ available, outcome }) => available && outcome !== 'shown')).toBe(true)
          expect(asOfNow(answer.spells)).toEqual(asOfNow((await castIn(work.folder, 'lumos')).spells))
        }
        expectLegalWalk(work, start)
        const { spells: offers } = await castIn(work.folder, 'lumos')
        expect(asOfNow(offers)).toEqual(await tryEverySpell(work.folder.contents()))
      }),
    ))
})
