import { engineerCopy, sentences, standsFor, standsForIn, stateIn } from '../../../scripts/engineer-copy'
import type { Facts, Row } from '../../../src/engine/definition'
import { rowsOn, targetsOf } from '../../../src/engine/place'
import { firstThatHolds } from '../../../src/engine/reduce'
import type { Effect } from '../../../src/workflow/effect'
import type { Settings } from '../../../src/workflow/settings'
import type { RowText } from '../../../src/workflow/texts'
import { engineer } from '../../../src/workflows/engineer'
import { possible } from '../../../src/workflows/engineer/facts'
import { spells } from '../../../src/workflows/engineer/spells'
import { rows as table } from '../../../src/workflows/engineer/table'
import { definitionOf, lookOf } from '../../../src/workflows/own/definition'
import { factNames } from '../../../src/workflows/own/facts'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { ownTexts } from '../../../src/workflows/own/texts'
import { ownWorkflow } from '../../../src/workflows/own/workflow'
import { texts as engineerTexts } from '../../support/casting'
import { isNightly } from '../../support/proving'
import { filesOf, reached, reachedWithFew, reachedWithMany } from '../../support/row-worlds'

/** The engineer as the file of a workflow: it says the same of everything that both can say. */

const made = engineerCopy()
const text = (made['.yaml'] ?? '').replaceAll('{{name}}', 'mine')
const folder = '.ai/work/csv'

function proven() {
  const { file, faults } = readWorkflow(text)
  if (!file) throw new Error(`${faults[0]?.line}: ${faults[0]?.message}`)
  return file
}
const file = proven()
const copy = definitionOf(file, { folder, pathOf: (name) => `${folder}/${file.files?.[name]}` })
const casting = Object.entries(spells).filter(([spell]) => spell !== 'lumos')

const joined = (one: readonly Facts[], other: readonly Facts[]): Facts[] =>
  one.flatMap((facts) => other.map((more) => ({ ...facts, ...more })))

/** Every combination of some facts that can occur while all others say that nothing is there. */
const combinations = (...names: string[]): Facts[] =>
  names
    .map((name) => (engineer.definition.domain[name] ?? []).map((value): Facts => ({ [name]: value })))
    .reduce(joined)
    .filter((facts) => possible({ ...nothingThere, ...facts }))

const nothingThere: Facts = {
  context: false,
  plan: false,
  task: false,
  template: false,
  reviewTask: false,
  reviewTemplate: false,
  criteria: 0,
  openCriteria: 0,
  contextLinks: 'none',
  planLinks: 'none',
}

/** Every combination of facts that can occur: no file decides what another can have. */
const worlds = [
  combinations('plan', 'criteria', 'openCriteria', 'planLinks'),
  combinations('context', 'contextLinks'),
  combinations('task', 'template'),
  combinations(
    'results',
    'comments',
    'reviewTask',
    'reviewTemplate',
    'reviewResults',
    'began',
    'proof',
    'missingCommand',
    'handedOver',
  ),
].reduce(joined)

/** Of so many combinations one is tried outside the proofs: a prime, so that every fact takes each of its values. */
const share = 127

/** What the engineer remembers of a review, in the states that a file remembers. */
const origins: Readonly<Record<string, readonly string[]>> = {
  unknown: ['', 'GATHER_EDITING'],
  drafting: ['ACHIEVE_TASK_DRAFTING', 'ERROR_TASK_MISSING'],
  executed: ['ACHIEVE_TASK_EXECUTED', 'ERROR_TASK_RESULTS_MISSING'],
  complete: ['ACHIEVE_COMPLETE'],
}

/** The same facts as a file has them. */
function asOwn(facts: Facts, index: number): Facts {
  const of = (name: string, fact: string, is: Partial<Facts> = {}) =>
    Object.entries({ there: facts[fact] === true, written: true, ...is }).map(([asked, value]) => [
      factNames.ofFile(asked as Parameters<typeof factNames.ofFile>[0], name),
      value as Facts[string],
    ])
  const { criteria, openCriteria: open, proof, missingCommand } = facts
  const began = origins[String(facts.began)] ?? []
  return {
    ...Object.fromEntries([
      ...of('context', 'context', { links: facts.contextLinks }),
      ...of('plan', 'plan', { criteria, open, links: facts.planLinks }),
      ...of('task', 'task', { written: facts.template === false }),
      ...of('task-results', 'results'),
      ...of('comments', 'comments'),
      ...of('review-task', 'reviewTask', { written: facts.reviewTemplate === false }),
      ...of('review-task-results', 'reviewResults'),
    ]),
    [factNames.rememberedAs('origin')]: stateIn(began[index % began.length] ?? ''),
    openCriteria: Number(open),
    proof: String(proof),
    missingCommand: missingCommand === true,
    [factNames.handedOver]: facts.handedOver === true,
  }
}

const inFolder = (path: string): string => path.replace(/^\.ai\/(?:task\/)?/, `${folder}/`)

const effectHere = (effect: Effect): Effect =>
  effect.do === 'move'
    ? { ...effect, files: effect.files.map(inFolder), to: inFolder(effect.to).replace('<name>', 'csv') }
    : effect.do === 'list'
      ? { ...effect, list: effect.list.replace('Links', '') }
      : 'file' in effect
        ? { ...effect, file: inFolder(effect.file) }
        : effect

const updatesHere: Readonly<Record<string, string>> = {
  'remember where it began': 'remember origin',
  'forget where it began': 'forget origin',
}

/** @returns what a row does, in the words of the copy; its exit code is that of its kind */
const told = ({ id, kind, effects = [], updates = [] }: Row<Effect>, to: string): string =>
  JSON.stringify({ id: id.replace(/-[ga]$/, ''), kind, to, effects, updates })

describe('the copy', () => {
  test('has every row and every state', () => {
    const ids = new Set(file.steps.map(({ id }) => id.replace(/-[ga]$/, '')))
    expect(ids).toEqual(new Set(table.filter(({ kind }) => kind !== 'show').map(({ id }) => id)))
    expect(Object.keys(file.states)).toEqual(engineer.definition.states.map(stateIn))
  })

  test('answers in every state, to every word, with every combination of facts as the engineer does', () => {
    const theirs = (row: Row<Effect>, state: string) => {
      const [to = ''] = targetsOf(engineer.definition, row, state)
      const effects = (row.effects ?? []).map(effectHere)
      const updates = (row.updates ?? []).map((name) => updatesHere[name] ?? name)
      return told({ ...row, effects, updates }, stateIn(to))
    }
    const ours = (row: Row<Effect>, state: string) => told(row, targetsOf(copy, row, state)[0] ?? '')
    const differing: string[] = []
    let tried = 0
    const cases = worlds
      .filter((_, index) => isNightly || index % share === 0)
      .map((facts, index) => ({ facts, own: asOwn(facts, index) }))
    for (const state of engineer.definition.states)
      for (const [spell, { alias }] of casting) {
        const rows = rowsOn(engineer.definition, state, spell)
        const copied = rowsOn(copy, stateIn(state), alias)
        const agreed = new Map<Row, Row>()
        for (const { facts, own } of cases) {
          const one = firstThatHolds(engineer.definition, rows, facts)
          const other = firstThatHolds(copy, copied, own)
          tried++
          if (one && agreed.get(one) === other) continue
          if (one && other && theirs(one, state) === ours(other, stateIn(state))) agreed.set(one, other)
          else if (differing.length < 5)
            differing.push(`${state} ${spell}: ${one?.id}, ${other?.id} ${JSON.stringify(facts)}`)
        }
      }
    expect(differing).toEqual([])
    expect(worlds).toHaveLength(175_104)
    expect(tried).toBe(cases.length * engineer.definition.states.length * casting.length)
  })
})

test('the copy reads the files as the engineer does', () => {
  const templates = Object.fromEntries(
    Object.entries(file.files ?? {}).map(([name, path]) => [name, made[`/files/${path}`] ?? '']),
  )
  const flow = ownWorkflow(file, 'csv', templates)
  const settings = { atlassian: { hosts: [] } } as unknown as Settings
  const answered = [...reached, ...reachedWithMany, ...reachedWithFew].filter(({ row }) => row.kind !== 'show')
  expect(
    answered.map(({ row, from, facts }, index) => {
      const files = Object.entries(filesOf(facts)).map(([path, text]) => [inFolder(path), text])
      const known = flow.facts(Object.fromEntries(files), settings, {
        origin: asOwn(facts, index)[factNames.rememberedAs('origin')],
      })
      const { proof, missingCommand } = asOwn(facts, index)
      const all = { ...known, proof, missingCommand } as Facts
      const { alias = '' } = spells[row.on as keyof typeof spells]
      return [from, row.id, firstThatHolds(copy, rowsOn(copy, stateIn(from), alias), all)?.id.replace(/-[ga]$/, '')]
    }),
  ).toEqual(answered.map(({ row, from }) => [from, row.id, row.id]))
})

describe('its texts', () => {
  const texts = ownTexts(file, 'csv', { states: {}, templates: {} }, '')
  const words = Object.fromEntries(Object.entries(spells).map(([spell, { alias }]) => [alias, capital(spell)]))
  const used = new Set<string>()

  /** A text of the engineer without what only a program can say, and without what a workflow of a file does not have. */
  const said = (row: string, of = ''): string => {
    const filled = of.replace(/\{\{(\w+)\}\}/g, (all, name) => {
      const phrase = standsForIn[row]?.[name] ?? standsFor[name]
      if (phrase === undefined) return all
      used.add(name)
      return phrase.replace(/\S.*/, (key) => said(row, engineerTexts.phrases[key] ?? key))
    })
    return sentences
      .reduce((text, [part, other]) => {
        const next = text.replaceAll(part, other)
        if (next !== text) used.add(String(part))
        return next
      }, filled)
      .trim()
  }

  /** A text of the copy in the words and paths of the engineer. */
  const back = (of = ''): string =>
    of
      .replace('{{commands}}', '')
      .replace(/\.ai\/work\/csv\/(?=[\w-]+-guide)/g, '.ai/')
      .replaceAll(folder, '{{folder}}')
      .replace(/\*\*(\w+)\*\*/g, (all, word) => (words[word] ? `**${words[word]}**` : all))
      .replace(
        /`spell mine (\w+)`/g,
        (_, verb) => `\`spell ${{ next: 'accio', status: 'lumos' }[verb as string] ?? verb}\``,
      )

  const parts = (of: RowText | undefined, to: (part: string | undefined) => string) => ({
    ai: to(of?.ai),
    next: to(of?.next),
    because: to(of?.because),
    happened: to(of?.happened),
    summary: to(of?.summary),
    title: of?.title,
    writes: (of?.writes ?? []).map(to),
  })

  test('say in every row what the engineer says, once names and words are replaced', () => {
    for (const row of table) {
      const [from = ''] = [row.from].flat()
      const ids = row.kind === 'show' ? [lookOf(stateIn(from))] : stepsOf(row.id)
      const expected = parts(engineerTexts.rows.get(row.id), (part) => said(row.id, part))
      for (const id of ids) expect({ id, ...parts(texts.rows.get(id), back) }).toEqual({ id, ...expected })
      expect(ids.length).toBeGreaterThan(0)
    }
    // Nothing stands in for what no text has.
    expect(Object.keys(standsFor).filter((name) => !used.has(name))).toEqual([])
    expect(sentences.map(([part]) => String(part)).filter((part) => !used.has(part))).toEqual(guideOnly)
  })

  const stepsOf = (id: string): string[] =>
    file.steps.map((step) => step.id).filter((one) => one.replace(/-[ga]$/, '') === id)

  test('name no spell and no file of the engineer, in its templates as well', () => {
    for (const [path, one] of Object.entries(made))
      expect([
        path,
        ...one.matchAll(/\b(?:accio|expecto|reparo|reverto|finite|lumos|casts?)\b|\.ai\/task|\{\{(?!name\}\})/gi),
      ]).toEqual([path])
    expect(
      Object.keys(made)
        .filter((path) => path !== '.yaml')
        .sort(),
    ).toEqual([...engineerTexts.files.keys()].map((path) => path.replace(/^\.ai\/(?:task\/)?/, '/files/')).sort())
  })
})

/** What only the guide for plans says. */
const guideOnly = sentences.map(([part]) => String(part)).filter((part) => /\(assumed\)|was shown to you/.test(part))

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
