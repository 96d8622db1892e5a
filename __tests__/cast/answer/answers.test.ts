import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Answer } from '../../../src/cast/answer/answer'
import { type Audience, outputOf } from '../../../src/cast/answer/render'
import type { Kind } from '../../../src/engine/definition'
import { file, keyFiles } from '../../../src/workflows/engineer/files'
import { spells, states } from '../../../src/workflows/engineer/states'
import { asOfNow, castIn, isOpen, texts, tryEverySpell } from '../../support/casting'
import { makeFolder } from '../../support/folder'
import { section } from '../../support/markdown-headings'
import { allAtNight, isNightly } from '../../support/proving'
import { eachOnce, type Reached, reached, reachedWithFew, reachedWithMany, worldOf } from '../../support/row-worlds'

interface Answered {
  readonly answer: Answer
  /** Every file that is there after it, with its text. */
  readonly files: Readonly<Record<string, string>>
}

const answered = new Map<Reached, Promise<Answered>>()

/** The answer of a row, cast for real with the files that lead there; once for all tests. */
function answerIn(world: Reached): Promise<Answered> {
  const casting = async () => {
    const folder = makeFolder(worldOf(world))
    const answer = await castIn(folder, world.row.on)
    return { answer, files: folder.contents() }
  }
  const known = answered.get(world) ?? casting()
  answered.set(world, known)
  return known
}

const tried = new Map<string, ReturnType<typeof tryEverySpell>>()

/** What each spell does in a state with these files, from casting it; once for files that are alike. */
function whatSpellsDo(state: string, files: Answered['files']) {
  const ours = Object.entries(files).filter(
    ([path]) => /^\.ai\/(?:task\/)?[^/]+$/.test(path) && !/history|state/.test(path),
  )
  const remembered = JSON.parse(files['.ai/task/state.json'] ?? '{}').context
  const key = JSON.stringify([state, remembered, ours])
  const known = tried.get(key) ?? tryEverySpell(files)
  tried.set(key, known)
  return known
}

/** Each row and each state; at night each row in each of its states, with many files and with few. */
const everyRow = (isNightly ? reached : eachOnce(reached)).map((usual, index): [string, readonly Reached[]] => [
  `${usual.row.id} from ${usual.from}`,
  (isNightly ? [usual, reachedWithMany[index], reachedWithFew[index]] : [usual]).filter((world) => world !== undefined),
])

const markdownOf = (answer: Answer, audience: Audience) => outputOf(answer, audience).markdown

const trees = new Map<string, Nodes[]>()

/** The blocks of a text as a parser sees them; once for texts that are alike. */
function blocksOf(markdown: string): readonly Nodes[] {
  const known = trees.get(markdown) ?? fromMarkdown(markdown).children
  trees.set(markdown, known)
  return known
}

/** The headings of a text with their `#`, as a parser sees them: one in a fence is none. */
const headings = (markdown: string): string[] =>
  blocksOf(markdown).flatMap(({ type, position }) =>
    type === 'heading' ? [markdown.slice(position?.start.offset, position?.end.offset)] : [],
  )

const bulletsIn = (text: string): string[] => [...text.matchAll(/^- (.*)$/gm)].map(([, line = '']) => line)

/** A spell as lists name it: with its plain word. */
const named = (name: string) => `**${name.charAt(0).toUpperCase()}${name.slice(1)}** (${texts.phrases[name]})`

const found = (said: string) =>
  spells.find((name) => [named(name), named(name).replaceAll('*', '')].includes(said)) ?? said

/** The spells that a line offers: the first with what it does, others by their names. */
function offeredIn(line: string): string[] {
  const [, first = '', also = ''] = /^(.+?\)): \S.*?(?:\. Also: (.+))?$/.exec(line) ?? []
  return [first, ...also.split(', ')].filter(Boolean).map(found)
}

/** The spells that a list of choices names: one a line with what it does. */
const choicesIn = (text: string): string[] =>
  bulletsIn(text).map((line) => found(/^(.+?\)): \S/.exec(line)?.[1] ?? line))

/** The spells that a line says cannot be used, and why. */
const closedIn = (line: string): (readonly [name: string, reason: string])[] =>
  [...line.matchAll(/\*\*(\w+)\*\* \(([^()]+)\)(?:, |$)/g)].map(([, name = '', reason = '']) => [
    name.toLowerCase(),
    reason,
  ])

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
/** What is counted: without headings, and without the title, which is the user's own. */
const ours = (text: string): string => text.replace(/^#+ .*$|\*\*CSV export\*\*/gm, '')

/** What an answer says in its own words, without the texts that it quotes and without code. */
function prose(markdown: string): string {
  const wordsOf = (node: Nodes): string => {
    if ('children' in node) return node.children.map(wordsOf).join(node.type === 'listItem' ? '\n' : '')
    return node.type === 'text' ? node.value : node.type === 'inlineCode' ? 'code' : ''
  }
  return blocksOf(markdown)
    .map((node) => wordsOf(node))
    .join('\n')
}

function codeIn(markdown: string): string[] {
  const spansOf = (node: Nodes): string[] =>
    node.type === 'inlineCode' ? [node.value] : 'children' in node ? node.children.flatMap(spansOf) : []
  return blocksOf(markdown).flatMap(spansOf)
}

/** The files that a sentence of ours says were moved, created or kept. */
function filesSaid(happened: string) {
  const list = (verb: string) =>
    codeIn(new RegExp(`(?:^| )${verb} ((?:\`[^\`]+\`(?:, )?)+)\\.`, 'm').exec(happened)?.[1] ?? '')
  const moves = [...happened.matchAll(/Moved to `([^`]+\/)`: ([^.]+(?:\.md[^.]*)*)\./g)]
  const moved = moves.flatMap(([, folder = '', names = '']) => codeIn(names).map((name) => folder + name))
  return { moved: moved.sort(), created: list('Created'), kept: list('Kept') }
}

const usual = ['### What Just Happened', '### Where We Are', '### Available Spells', '### Next Steps']
const forDeveloper: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  confirm: ['### What Just Happened', '### Where We Are', '### Available Choices', '### Next Steps'],
  show: ['### Where We Are', '### Available Spells', '### Unavailable Spells', '### Next Steps'],
}

/** What the AI's part may have between its instructions and its end; if nothing happened there is no more to say. */
const forAi = /^(### Links to Fetch )?(### Text of `[^`]+` )*(### Files You May Write Now )?### Rules$/
const forAiOfNothing = /^$/

describe('the answer of every row', () => {
  test.each(everyRow)('%s has the headings of its kind in their order, the AI part first', async (_, worlds) => {
    for (const world of worlds) {
      const { answer } = await answerIn(world)
      const { kind } = world.row
      const ai = headings(markdownOf(answer, 'ai'))
      expect(ai[0]).toBe('## Response to the AI')
      expect(ai.slice(1).join(' ')).toMatch(['block', 'no-op'].includes(kind) ? forAiOfNothing : forAi)
      const developer = ['## Response to the Developer', ...(forDeveloper[kind] ?? usual)]
      expect(headings(markdownOf(answer, 'both'))).toEqual([...ai, ...developer])
      expect(headings(markdownOf(answer, 'developer'))).toEqual(developer)
    }
  })

  test.each(everyRow)('%s begins as the template of its kind does', async (_, worlds) => {
    for (const world of worlds) {
      const { developer, spell } = (await answerIn(world)).answer
      const name = `**${spell.charAt(0).toUpperCase()}${spell.slice(1)}**`
      const happened = section(developer, 'What Just Happened')
      const begins: Readonly<Record<Kind, RegExp>> = {
        advance: /^\S/,
        stay: /^\S/,
        missing: /^\S/,
        invalid: /^$/,
        block: /^\*\*\w+\*\* cannot be used right now: [^\n]+[^.]\.$/,
        'no-op': /^\*\*\w+\*\* had no effect: [^\n]+[^.]\.$/,
        confirm: /^A confirmation is needed: [^?]+\? `\S/,
        show: /^$/,
      }
      expect(happened).toMatch(begins[world.row.kind])
      if (['block', 'no-op'].includes(world.row.kind)) expect(happened).toContain(name)
      if (world.row.kind === 'show') expect(developer).toMatch(/^> \*\*spell\*\*: [^#]+\n\n### Where We Are\n\n/)
      if (world.row.kind === 'confirm') {
        expect(choicesIn(section(developer, 'Available Choices'))).toEqual(['reparo', 'reverto', 'accio'])
        expect(section(developer, 'Next Steps')).toMatch(
          /^Please choose whether to proceed with [^.]+ or cancel it\. Use \*\*Reparo\*\* to confirm or \*\*Reverto\*\* to cancel\.\n/,
        )
      }
    }
  })

  test.each(everyRow)('%s is written for people', async (_, worlds) => {
    for (const world of worlds) {
      const { ai, developer } = (await answerIn(world)).answer
      for (const part of [ai, developer]) {
        expect(part).not.toMatch(/\{\{|\}\}|PLACEHOLDER|undefined|\[object|NaN/)
        const words = prose(part)
        expect(words).not.toMatch(/!/)
        expect(words).not.toMatch(/\.\.|\s\.|,,|[^\n] {2}/)
        const bold = [...part.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word)
        const known = [
          'CSV export',
          ...spells.map((name) => name.charAt(0).toUpperCase() + name.slice(1)),
          'spell',
          'Key Files:',
          '💡 Tip',
        ]
        expect(bold.filter((word) => !known.includes(word))).toEqual([])
      }
      expect(states.filter((state) => developer.includes(state))).toEqual([])
      expect(developer).not.toMatch(/\b(GATHER|ACHIEVE|ERROR|PR)_|\bstate\b|the developer/i)
    }
  })

  test.each(allAtNight(everyRow))('%s offers exactly what can be cast', async (_, worlds) => {
    for (const world of worlds) {
      const { answer, files } = await answerIn(world)
      const really = await whatSpellsDo(answer.to, files)
      expect(asOfNow(answer.spells)).toEqual(really)

      const names = (open: boolean) =>
        answer.spells.filter((offer) => offer.name !== 'lumos' && isOpen(offer) === open).map(({ name }) => name)
      const { developer } = answer
      const listed =
        world.row.kind === 'confirm'
          ? choicesIn(section(developer, 'Available Choices'))
          : offeredIn(section(developer, 'Available Spells'))
      expect(listed.sort()).toEqual(names(true).sort())
      if (world.row.kind !== 'show') continue
      const closed = closedIn(section(developer, 'Unavailable Spells'))
      expect(closed.map(([name]) => name)).toEqual(names(false))
      expect(closed.filter(([, reason]) => wordsIn(reason) > 5 || reason.endsWith('…'))).toEqual([])
    }
  })

  test.each(everyRow)('%s is short for the developer, and ends with one thing that they can do', async (_, worlds) => {
    for (const world of worlds) {
      const { developer } = (await answerIn(world)).answer
      const most = world.row.kind === 'show' ? 120 : 60
      expect(wordsIn(ours(developer)) > most ? developer : '').toBe('')
      const last = developer.slice(developer.lastIndexOf('\n') + 1)
      expect(last).toMatch(/^(?:You: [a-z]|The agent is |Done)[^.;]*(?:`[^`]*`[^.;]*)*\.$/)
      expect(last).not.toMatch(/, (?:then|and|otherwise)\b| and (?:run|say|add|look)\b| or (?:run|write|have)\b/)
      expect(last).not.toMatch(/\bfor \d+ (?:min|h|day)/)
    }
  })

  test.each(everyRow)('%s names files as they are', async (_, worlds) => {
    for (const world of worlds) {
      const { answer, files } = await answerIn(world)
      const { created, kept, moved } = answer.files
      const there = Object.keys(files)
      expect(there).toEqual(expect.arrayContaining([...created, ...kept, ...moved.map(({ to }) => to)]))
      expect(moved.filter(({ from }) => there.includes(from) && !created.includes(from))).toEqual([])

      const { ai, developer } = answer
      expect(filesSaid(section(developer, 'What Just Happened'))).toEqual({
        moved: moved.map(({ to }) => to).sort(),
        created,
        kept,
      })
      if (world.row.kind === 'show') {
        const existing = Object.keys(keyFiles).filter((path) => there.includes(path))
        const line = /^\*\*Key Files:\*\* (.+)$/m.exec(section(developer, 'Where We Are'))?.[1] ?? ''
        expect(codeIn(line)).toEqual(existing)
      }

      const archives = moved.map(({ to }) => to.slice(0, to.lastIndexOf('/') + 1))
      const folders = [
        '.ai/',
        '.ai/task/',
        '.ai/task/tasks/',
        '.ai/task/pr-reviews/',
        '.ai/task/atlassian/',
        ...archives,
      ]
      const known = [...Object.values(file), ...folders, '.ai/spell.json', '.ai/task/atlassian/<id>.md', ...there]
      const named = [ai, developer].flatMap(codeIn).flatMap((code) => code.match(/\.ai\/\S*/g) ?? [])
      expect(named.filter((path) => !known.includes(path))).toEqual([])
    }
  })
})
