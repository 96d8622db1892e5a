import type { Answer, Offer, Outlook } from '../../../../src/cast/answer/answer'
import { isAvailable } from '../../../../src/engine/definition'
import { getOrInsert } from '../../../../src/engine/records'
import { taskItems } from '../../../../src/text/markdown/task-items'
import { isTemplate } from '../../../../src/workflows/engineer/facts'
import { file } from '../../../../src/workflows/engineer/files'
import { castIn, isOpen, texts } from '../../../support/casting'
import { takeBack } from '../../../support/engineer-acts'
import { type Folder, makeFolder } from '../../../support/folder'
import { section } from '../../../support/markdown-headings'
import { proveAll } from '../../../support/provable-work'
import { allAtNight } from '../../../support/proving'
import { type Reached, reached, reachedWithFew, reachedWithMany, worldOf } from '../../../support/row-worlds'

/**
 * An answer is read after the agent has done what it asks. These tests cast every row, in worlds with the usual files, with as
 * many as can be and with as few, and hold each sentence against the others, against the files, and against what is so then.
 */

interface Answered {
  readonly world: Reached
  readonly answer: Answer
  /** What was in its folder afterwards. */
  readonly contents: Readonly<Record<string, string>>
}

const nameOf = (world: Reached) => `${world.row.id} from ${world.from}`
const cases = [...new Set(reached.map(nameOf))]
const worlds = [...reached, ...reachedWithMany, ...reachedWithFew]

/** A row in its worlds, each cast in a folder of its own; worlds that are alike once. */
async function castAll(name: string): Promise<Answered[]> {
  const known = new Map(worlds.filter((world) => nameOf(world) === name).map((one) => [JSON.stringify(one.facts), one]))
  return Promise.all(
    [...known.values()].map(async (world) => {
      const folder = makeFolder(worldOf(world))
      return { world, answer: await castIn(folder, world.row.on), contents: folder.contents() }
    }),
  )
}

const answered = new Map<string, Promise<Answered[]>>()
const answersOf = (name: string) => getOrInsert(answered, name, () => castAll(name))

/** What an answer says in its own words, without the texts that it quotes. */
const ownWords = (part: string) => part.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '')

/** The spells that a text tells the developer to say now; what follows a "then" comes after another. */
const spellsSaid = (text: string): string[] =>
  [...text.replace(/[,.;] then (?:say )?\*\*\w+\*\*/gi, '').matchAll(/\*\*([A-Z]\w+)\*\*/g)].map(([, name = '']) =>
    name.toLowerCase(),
  )

describe('no answer contradicts itself', () => {
  test.each(cases)('%s names only spells that it offers', async (name) => {
    for (const { world, answer } of await answersOf(name)) {
      const { ai, developer, spells } = answer
      const happened = section(developer, 'What Just Happened')
      // A refusal begins with the spell that it refuses.
      const isRefusal = ['block', 'no-op'].includes(world.row.kind)
      const said = [
        isRefusal ? happened.replace(/^\*\*\w+\*\*/, '') : happened,
        section(developer, 'Next Steps'),
        ownWords(ai),
      ]
      const open = spells.filter(isOpen).map((offer) => offer.name)
      expect(said.flatMap(spellsSaid).filter((spell) => !open.includes(spell))).toEqual([])
    }
  })

  test.each(cases)('%s states each count once, or the same each time', async (name) => {
    for (const { answer, contents } of await answersOf(name)) {
      const both = ownWords(`${answer.ai}\n${answer.developer}`)
      const items = taskItems(contents[file.plan] ?? '')
      const counts = [...both.matchAll(/\b(\d+) (?:done|failed|open)\b/g)].map(([, count]) => Number(count))
      const isCounted = counts.reduce((sum, count) => sum + count, 0) === items.length
      // What the agent is about to tick is not counted.
      if (answer.ai.includes('Tick each criterion')) expect(counts).toEqual([])
      else expect({ counts, isCounted: isCounted || counts.length === 0 }).toEqual({ counts, isCounted: true })
      const links = answer.links?.length ?? 0
      const said = [...both.matchAll(/(\d+) new links?/g)].map(([, count]) => Number(count))
      expect(said.filter((count) => count !== links)).toEqual([])
      for (const link of answer.links ?? []) expect(answer.developer).toContain(link)
    }
  })

  test.each(cases)('%s says of files what is so', async (name) => {
    for (const { answer, contents } of await answersOf(name)) {
      const there = Object.keys(contents)
      const { moved, created } = answer.files
      const happened = section(answer.developer, 'What Just Happened')
      const isSaid = (what: RegExp) =>
        what.test(happened.replace(/\b(not|(still|have) to be|ends by being) archived/g, ''))
      if (isSaid(/\b(archived|set aside|moved to)\b/i)) expect(moved).not.toEqual([])
      expect(isSaid(/\bMoved to\b/)).toBe(moved.length > 0)
      expect(isSaid(/\bCreated\b/)).toBe(created.length > 0)
      const both = ownWords(`${answer.ai}\n${answer.developer}`)
      const gone = [...both.matchAll(/`([^`]+)`(?: and `([^`]+)`)? (?:is|are) (?:still )?(?:gone|missing)/g)]
      expect(gone.flatMap((paths) => paths.slice(1)).filter((path) => there.includes(path ?? ''))).toEqual([])
      const back = [...both.matchAll(/(?<!whether |if |once )`([^`]+)` is (?:left|there|back|in its place)/gi)]
      expect(back.map(([, path]) => path).filter((path) => !there.includes(path ?? ''))).toEqual([])
    }
  })

  test.each(cases)('%s says of nothing that it was done if the agent is only asked for it', async (name) => {
    for (const { world, answer } of await answersOf(name)) {
      const happened = section(answer.developer, 'What Just Happened')
      const duties =
        /\b(?:is|are|was|were|been) (?:written|drafted|gathered|fetched|linked|ticked|applied|carried out)\b/g
      const { criteria, openCriteria } = world.facts
      // What is so in general, or was found in the files.
      const allowed = [
        ...(['block', 'no-op'].includes(world.row.kind) ? ['are fetched', 'been fetched'] : []),
        ...(Number(criteria) > 0 && openCriteria === 0 ? ['is ticked'] : []),
      ]
      expect((happened.match(duties) ?? []).filter((claim) => !allowed.includes(claim))).toEqual([])
    }
  })
})

/** The files that an answer lets the agent write; if nothing happened, those of the state. */
async function mayWrite({ world, answer, contents }: Answered): Promise<string[]> {
  const isAnswer = isAvailable(world.row.kind) || world.row.kind === 'show'
  const { ai } = isAnswer ? answer : await castIn(makeFolder(contents), 'lumos')
  const list = section(ai, 'Files You May Write Now')
  return [...list.matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path)
}

/** The plans that the agent may leave behind: criteria are ticked or not, and one is added where none is open. */
function plansAfter(plan: string, to: string): string[] {
  const items = taskItems(plan)
  const isOpenPlan = items.some(({ ticked }) => !ticked)
  const added = [`${plan}\n- [ ] Another one\n`]
  if (!to.startsWith('ACHIEVE')) return isOpenPlan ? [plan] : added
  if (items.length === 0) return added
  return [...new Set([plan, plan.replaceAll('[ ]', '[x]')])]
}

/** Does in a folder what an answer asks for, in each of the ways in which it can be done. */
async function done(after: Answered): Promise<Folder[]> {
  const { answer, contents: before, world } = after
  // A look, a refusal, what had no effect and what found no file ask for nothing that changes what they say.
  if (!isAvailable(world.row.kind) || world.row.kind === 'missing') return [makeFolder(before)]
  const paths = (await mayWrite(after)).filter((path) => !path.includes('<'))
  const isUnwritten = (path: string) =>
    before[path] === undefined || before[path] === texts.files.get(path) || isTemplate(before[path])
  const written = paths.filter((path) => path !== file.plan && path !== file.atlassianRefs && isUnwritten(path))
  const links = [file.context, file.plan].flatMap((path) => before[path]?.match(/https:\/\/\S+[^\s.]/g) ?? [])
  const files = {
    ...before,
    ...Object.fromEntries(written.map((path) => [path, 'Written.\n'])),
    ...(paths.includes(file.atlassianRefs) && { [file.atlassianRefs]: links.join('\n') }),
  }
  const plan = before[file.plan]
  if (plan === undefined || !paths.includes(file.plan)) return [makeFolder(files)]
  const folders = plansAfter(plan, answer.to).map((text) => makeFolder({ ...files, [file.plan]: text }))
  if (!plan.includes('run: ') || answer.to !== 'ACHIEVE_TASK_DRAFTING') return folders
  // What is ticked may be proven meanwhile.
  const proven = makeFolder(files)
  await proveAll(proven)
  return [...folders, proven]
}

const asOutlook = ({ available, outcome, to, summary }: Outlook): Outlook => ({ available, outcome, to, summary })

test.each(allAtNight(cases))(
  'once the agent has done what was asked %s has said what each spell does then',
  async (name) => {
    for (const one of await answersOf(name)) {
      const looks = await Promise.all((await done(one)).map((folder) => castIn(folder, 'lumos')))
      for (const offer of one.answer.spells) {
        const said = (offer.then ?? [offer]).map(asOutlook)
        const really = looks.map(({ spells }) => spells.find(({ name }) => name === offer.name)).filter((one) => one)
        const found = new Map(really.map((one) => [JSON.stringify(asOutlook(one as Offer)), asOutlook(one as Offer)]))
        expect({ spell: offer.name, outlooks: said }).toEqual({ spell: offer.name, outlooks: [...found.values()] })
      }
    }
  },
)

const turnOf = ({ turn: { since: _, ...turn } }: Answer) => turn
const firstParagraph = (text: string) => text.split('\n\n')[0]

test.each(allAtNight(cases))('%s ends with who acts next once the agent has done what was asked', async (name) => {
  for (const one of await answersOf(name)) {
    const looks = await Promise.all((await done(one)).map((folder) => castIn(folder, 'lumos')))
    const told = turnOf(one.answer)
    expect(looks.map(turnOf)).toContainEqual(told)
    const [, word = ''] = /^say \*\*(\w+)\*\*$/.exec(told.does) ?? []
    const then = looks.find((look) => turnOf(look).does === told.does)?.spells
    const isPossible = then?.find((offer) => offer.name === word.toLowerCase())?.available
    expect({ word, isPossible }).toEqual({ word, isPossible: word === '' ? undefined : true })
  }
})

test.each(allAtNight(cases))('%s says what a look says once it is taken back', async (name) => {
  for (const { world } of await answersOf(name)) {
    if (['same', world.from].includes(world.row.to)) continue
    const folder = makeFolder(worldOf(world))
    await castIn(folder, world.row.on)
    const undone = await takeBack(folder)
    const look = await castIn(folder, 'lumos')
    expect([turnOf(undone), undone.spells]).toEqual([turnOf(look), look.spells])
    const whereOf = ({ developer }: Answer) => firstParagraph(section(developer, 'Where We Are'))
    expect(whereOf(undone)).toBe(whereOf(look))
    expect(firstParagraph(section(undone.developer, 'Next Steps'))).toBe(
      firstParagraph(section(look.developer, 'Next Steps')),
    )
  }
})
