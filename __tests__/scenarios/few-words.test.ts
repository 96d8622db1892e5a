import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playHurried } from '../../scripts/tokens/stories'
import { sessionsHere } from '../../src/word/sessions'
import { granted, idsLeft } from '../../src/word/uses'
import { linesOf, stateFile } from '../support/casting'
import { makeFolder, makeRepository, wholeTree } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { sessionIn } from '../support/packed-words'
import { planPath } from '../support/provable-work'
import { repository } from '../support/source-files'

const names = ['export', 'import', 'manual']
const plan = `# Orders\n\n${names.map((name) => `- [ ] There is ${name}\n  - run: \`test -f ${name}.txt\`\n`).join('')}`

/** Leads a small piece of work from its first word to its end. @param third what the developer says once the plan stands */
function leads(third: string) {
  const folder = makeRepository()
  const { env, says, asks, runs } = sessionIn(folder)
  const session = () => Object.values(sessionsHere(folder.path, env).all)[0]
  const left = (word: string) => {
    const kept = session()
    return kept ? idsLeft(kept, word).length : 0
  }
  const told: { developer: string; shown?: { commands: readonly object[] } }[] = []
  let words = 0
  const accio = (said = 'accio') => {
    if (left(granted) === 0) {
      says(said)
      words += left('accio')
    }
    told.push(asks('accio'))
  }
  accio()
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  accio()
  folder.write({ [planPath]: plan })
  told.push(asks('lumos'))
  accio(third)
  folder.write({ '.ai/task/task.md': '---\ntask_name: orders\n---\n\n# Task\n\nWrite all three.\n' })
  accio()
  folder.write(Object.fromEntries(names.map((name) => [`${name}.txt`, name])))
  folder.write({ '.ai/task/task-results.md': '## Achieved\n\nAll three are written.\n' })
  const proven = runs(['prove'])
  accio()
  accio()
  const steps = linesOf(folder).map((line) => JSON.parse(line))
  return { folder, words, told, proven, steps, session: session(), left: left('accio') }
}

test.each([
  ['six words', 'accio', 6, 'said said said said said said'],
  ['three with a grant', 'accio until complete', 3, 'said said said granted granted granted'],
])('small work with three commands takes %s, and nothing is asked twice', (_, third, words, sources) => {
  const { folder, told, proven, steps, session, left, ...led } = leads(third)
  expect(led.words).toBe(words)
  expect(steps.map(({ word }) => word).join(' ')).toBe(sources)
  expect(steps.at(-1)).toMatchObject({ transition: expect.stringMatching(/ACHIEVE_COMPLETE$/) })
  expect([left, session?.grant, session?.shown]).toEqual([0, undefined, undefined])
  // The commands run by the word alone, and tick their criteria.
  expect(proven.exitCode).toBe(0)
  expect(folder.read(planPath)).not.toContain('[ ]')
  expect(steps.flatMap(({ agreed }) => agreed ?? [])).toEqual([{ criteria: expect.any(String), commands: 3 }])
  // What is new is shown once, and nobody is sent to a terminal.
  expect(told.map(({ shown }) => shown?.commands.length)).toEqual([undefined, undefined, 3, ...Array(4)])
  const [asking, waiting] = [/The plan, all of it new/, /wait for you|`spell (?:allow|confirm)`/]
  expect(told.filter(({ developer }) => asking.test(developer))).toHaveLength(1)
  expect(told.filter(({ developer }) => waiting.test(developer))).toEqual([])
})

/** What a newcomer has to learn, a pattern each: what the work needs, and what there is besides. */
const terms: Readonly<Record<string, RegExp>> = {
  accio: /\baccio\b/i,
  context: /\bcontext\b/i,
  plan: /\bplan\b/i,
  criterion: /\bcriteri/i,
  command: /\bcommands?\b/i,
  tick: /\btick/i,
  proof: /\bprove|\bproof/i,
  allow: /\ballow/i,
  word: /\byour word\b/i,
  task: /\btask\b/i,
  results: /\bresults\b/i,
  state: /\bstate\b/i,
  archive: /\barchive/i,
  review: /\breview\b/i,
  guard: /\bguard\b/i,
  lumos: /\blumos\b/i,
  report: /\bspell report\b/i,
  new: /\bspell new\b/i,
  commit: /\bcommit/i,
  cast: /\bcast\b/i,
  'plain words': /\((?:next|review|plan|leave|enrich|status)\)/i,
  expecto: /\bexpecto\b/i,
  reverto: /\breverto\b/i,
  finite: /\bfinite\b/i,
  workflow: /\bworkflow/i,
  'piece of work': /\bpiece of work\b/i,
  'which work': /--work\b|\bwork use\b/,
  'two parts': /Response to the AI/,
  guides: /-guide\b/,
  'how a word was seen': /\btyped\b|\bunseen\b|\bgranted\b/,
  'whether it has to be': /\brecorded\b|\brequired\b/,
  agree: /\bagree/i,
  assumption: /\bassum/i,
  'open question': /\bOpen:|\bopen question/i,
  'saying a word': /\bspell say\b/,
  grant: /\bgrant\b|until complete/i,
  standings: /\bproven\b|\bconfirmed\b|\bclaimed\b|\bwaiting\b/i,
  stale: /\bstale\b|\bfresh\b/i,
  confirm: /\bspell confirm\b|by: developer/i,
  'red first': /red: first/i,
  threads: /\bthread/i,
  check: /\bspell check\b/,
  doctor: /\bdoctor\b|\badopted\b|\bsealed\b/i,
  undo: /\bundo\b/i,
  override: /\boverride\b|\brecover\b/i,
  screens: /\bspell (?:watch|board|map|statusline)\b/i,
}

test('who reads README and leads a small job to its review meets at most 24 terms, of them 12 before the first task', async () => {
  const folder = makeRepository()
  const state = makeFolder().path
  const place = {
    write: (path: string, text: string) => folder.write({ [path]: text }),
    read: folder.read,
    allow: async () => {},
    say: (args: readonly string[], input = '', variables = {}) => {
      const { exitCode, stdout, stderr } = spellHere(folder.path, args, {
        input,
        env: { XDG_STATE_HOME: state, ...variables },
      })
      expect([args, exitCode, stderr.replace(/^spell: .*\n/gm, '')]).toEqual([args, 0, ''])
      return stdout
    },
  }
  const read = await playHurried(place, true)
  const first = read.findIndex((text) => text.includes('The task has begun'))
  const met = (texts: readonly string[]) =>
    Object.keys(terms).filter((name) => texts.some((text) => terms[name]?.test(text)))
  expect(first).toBeGreaterThan(0)
  expect(Object.keys(terms)).toHaveLength(46)
  const atMost = (most: number, names: readonly string[]) => expect(names.length > most ? names : []).toEqual([])
  atMost(12, met(read.slice(0, first)))
  atMost(24, met([readFileSync(join(repository, 'README.md'), 'utf8'), ...read]))
})

/** Work that a developer has begun by a word, which is used. */
function begun() {
  const folder = makeRepository()
  const one = sessionIn(folder)
  one.says('accio')
  one.asks('accio')
  return { folder, one }
}
const refusal = { ok: false, code: 'no-word' }

test('no agent gives itself a word or a grant, and the guard asks about the hook’s command', () => {
  const { one } = begun()
  for (const given of ['accio until complete', 'accio']) expect(one.runs(['say', given]).exitCode).not.toBe(0)
  expect(one.asks('accio')).toMatchObject(refusal)
  const command = 'spell word --agent claude < message.json'
  const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
  expect(one.runs(['guard', 'tool', '--agent', 'claude'], call).stdout).toContain('"permissionDecision":"ask"')
})

test('the doctor repairs nothing without its word', () => {
  const { folder, one } = begun()
  folder.write({ [stateFile]: '{' })
  one.says('Accio.')
  const before = [wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]
  expect(one.asks('doctor', '--fix')).toMatchObject(refusal)
  expect([wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]).toEqual(before)
  one.says('doctor, please')
  expect(one.asks('doctor', '--fix')).toMatchObject({ ok: true })
})

test('a command that waits for the developer is refused with each way in which they allow it', () => {
  const { folder, one } = begun()
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  one.says('accio')
  one.asks('accio')
  folder.write({ '.ai/task/plan.md': '# Orders\n\n- [ ] a file\n  - run: `node --version`\n' })
  const told = 'Only the developer can allow it: their next Accio does, or they do it in a terminal.'
  expect(one.asks('prove').message).toContain(told)
  one.asks('lumos')
  one.says('accio')
  one.asks('accio')
  expect(one.asks('prove')).toMatchObject({ ok: true })
})
