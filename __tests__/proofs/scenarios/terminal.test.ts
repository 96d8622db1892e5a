import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadState } from '../../../src/work/state/state'
import { engineer } from '../../../src/workflows/engineer'
import { standing } from '../../support/casting'
import { makeRepository, snapshot } from '../../support/folder'
import { commitAll } from '../../support/git'
import { headings } from '../../support/markdown-headings'
import { hasTerminal, inTerminal, key } from '../../support/packed-in-terminal'

const planning = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# Orders\n\n- [ ] they are exported\n' }
const menu = 'What next?'
const question = 'Archive it anyway?'
const pause = '(Y/n)'

const esc = '\u001b'
/** Where work stands; at its start where it has no state. */
const state = ({ path }: { path: string }) => loadState(path, engineer).current

const describeWhere = hasTerminal ? describe : describe.skip
describeWhere('in a terminal (needs script of util-linux)', () => {
  describe('an answer', () => {
    test('has the part for the AI first and dimmed, and the one for the developer last, below a line', async () => {
      const { raw, text, exitCode } = await inTerminal(makeRepository(planning).path, ['accio', '--for', 'both'])
      expect(exitCode).toBe(0)
      const [aside = '', main = '', ...more] = text.split(/^─+$/m)
      expect(more).toEqual([])
      expect(main).toMatch(/^\n✓ /)
      expect(main).toContain('Created .ai/task/task.md.\n')
      expect(main.trimEnd().split('\n').length).toBeLessThan(24)
      expect(aside).toMatch(/^Response to the AI\n/)
      expect(aside).toContain('\nFiles You May Write Now\n')
      const dimmed = raw.slice(0, raw.indexOf('─')).split(/\r?\n/)
      expect(dimmed.filter((line) => line !== '' && !line.startsWith(`${esc}[2m`))).toEqual([])
      expect(raw.slice(raw.lastIndexOf('─'))).toContain(`${esc}[1m`)
    })

    test('says what the work is and how far it has come, and fits on a screen', async () => {
      for (const args of [['accio'], ['reparo'], ['finite'], ['reverto']]) {
        const { text } = await inTerminal(makeRepository(planning).path, args)
        expect(text).toMatch(/\nOrders · [^\n]+ · 1 open\n/)
        expect(text).toMatch(
          /\n\n(?:You: say [^\n]+\.|The agent is [a-z ]+\. Tell it to do what spell lumos --for ai\ssays\.)\n$/,
        )
        expect(text.split('\n').length).toBeLessThan(24)
      }
    })

    test.each([
      ['NO_COLOR', { NO_COLOR: '1' }, []],
      ['--no-color', {}, ['--no-color']],
    ])('is rendered without any code under %s', async (_, env, options) => {
      const { raw } = await inTerminal(makeRepository(planning).path, ['accio', ...options], [], env)
      expect(raw).not.toContain(esc)
      expect(raw).toMatch(/^✓ /)
    })

    test.each([
      ['a terminal that can do nothing', { TERM: 'dumb' }],
      ['a machine that builds', { CI: 'true' }],
    ])('is plain Markdown for %s', async (_, env) => {
      const { raw } = await inTerminal(makeRepository(planning).path, ['accio'], [], env)
      expect(raw).not.toContain(esc)
      expect(headings(raw)).toEqual(['## Response to the AI', '## Response to the Developer'])
    })
  })

  describe('spell alone', () => {
    const offered = (text: string) =>
      text.match(/^(?:❯| ) (\w+(?: \(\w+\))?) {2,}/gm)?.map((line) => line.slice(2).trim())
    const always = ['help', 'quit']

    const init = (path: string) => inTerminal(path, ['init', '--yes'])
    // biome-ignore format: a case is a line
    test.each<[what: string, files: object, prepare: (path: string) => unknown, offers: string[]]>([
      ['what can be done now', planning, () => {}, ['Accio (next)', 'Reparo (review)', 'Lumos (status)', 'new', 'init']],
      ['no init where it has been', planning, init, ['Accio (next)', 'Reparo (review)', 'Lumos (status)', 'new']],
      ['what sets it up and shows it first, and not to archive nothing', {}, () => {}, ['init', 'tour', 'Accio (next)', 'Lumos (status)']],
    ])('offers %s, and says where the work stands', async (_, files, prepare, offers) => {
      const { path } = makeRepository({ ...files })
      await prepare(path)
      const { text } = await inTerminal(path, [], [[menu, key.ctrlC]])
      expect(offered(text)).toEqual([...new Set([...offers, ...always])])
      if (files === planning)
        expect(text).toMatch(
          /^Orders · Planning · 1 open\n\nThe plan, all of it new:\n\n1\. they are exported\n[^?]*\nYou: say Accio\.\n/,
        )
    })

    test('offers at the end to commit, and once that is done, the next piece of work', async () => {
      const shop = makeRepository({ ...planning, ...standing('ACHIEVE_COMPLETE') })
      shop.write({ '.ai/task/plan.md': '# Orders\n\n- [x] they are exported\n' })
      const { text } = await inTerminal(shop.path, [], [[menu, key.enter]])
      expect(text).toContain('Commit, with .ai/: git add -A && git commit')
      commitAll(shop)
      expect((await inTerminal(shop.path, [], [[menu, key.ctrlC]])).text).toMatch(/^❯ new /m)
    })

    test.each([
      ['Escape', key.escape],
      ['quit', `q${key.enter}`],
    ])('left with %s ends quietly and has cast nothing', async (_, keys) => {
      const shop = makeRepository(planning)
      const before = snapshot(shop.path)
      const { exitCode, text } = await inTerminal(shop.path, [], [[menu, keys]])
      expect(exitCode).toBe(0)
      expect(text).not.toMatch(/spell: |Error|^ +at /m)
      expect(snapshot(shop.path)).toEqual(before)
    })

    test.each([
      ['the first with Enter', key.enter, '✓ On to the next task.', 'ACHIEVE_TASK_DRAFTING'],
      ['another one with the arrow keys', key.down.repeat(2) + key.enter, '\nOrders · Planning', 'GATHER_EDITING'],
    ])('casts %s', async (_, keys, said, to) => {
      const shop = makeRepository(planning)
      const before = snapshot(shop.path)
      const { exitCode, text } = await inTerminal(shop.path, [], [[menu, keys]])
      expect(exitCode).toBe(0)
      expect(text).toContain(said)
      expect(state(shop)).toBe(to)
      if (to === 'GATHER_EDITING') expect(snapshot(shop.path)).toEqual(before)
    })

    test.each([
      ['TERM=dumb', { TERM: 'dumb' }],
      ['CI', { CI: 'true' }],
    ])('asks nothing under %s and prints the help', async (_, env) => {
      const { exitCode, text } = await inTerminal(makeRepository(planning).path, [], [], env)
      expect(exitCode).toBe(0)
      expect(text).toMatch(/^Usage: spell /)
    })
  })

  describe('spell new', () => {
    test.each([
      ['y', 0, 'GATHER_NEEDS_CONTEXT'],
      ['', 3, 'GATHER_EDITING'],
    ])('asks whether unfinished work may be archived; "%s" gives %i', async (answer, exitCode, to) => {
      const shop = makeRepository(planning)
      const screen = await inTerminal(shop.path, ['new'], [[question, answer + key.enter]])
      expect(screen.exitCode).toBe(exitCode)
      expect(state(shop)).toBe(to)
    })

    test('left with Ctrl-C archives nothing', async () => {
      const shop = makeRepository(planning)
      const before = snapshot(shop.path)
      const { exitCode, text } = await inTerminal(shop.path, ['new'], [[question, key.ctrlC]])
      expect(exitCode).toBe(3)
      expect(text).toContain('spell: Nothing was archived.\n')
      expect(snapshot(shop.path)).toEqual(before)
    })

    test('can be chosen from the menu, and asks there', async () => {
      const shop = makeRepository(planning)
      const keys = key.down.repeat(3) + key.enter
      const dialogue = [[menu, keys] as const, [question, `y${key.enter}`] as const]
      const { exitCode } = await inTerminal(shop.path, [], dialogue)
      expect(exitCode).toBe(0)
      expect(state(shop)).toBe('GATHER_NEEDS_CONTEXT')
    })
  })

  describe('spell tour', () => {
    function makePlace() {
      const shop = makeRepository()
      const TMPDIR = join(shop.path, '.git', 'tmp')
      mkdirSync(TMPDIR)
      return { cwd: shop.path, TMPDIR }
    }
    const stepsOf = (text: string) => text.match(/^\d+\/11$/gm)

    test('waits for Enter after each step but the last', async () => {
      const { cwd, TMPDIR } = makePlace()
      const { exitCode, text } = await inTerminal(cwd, ['tour'], Array(10).fill([pause, key.enter]), { TMPDIR })
      expect(exitCode).toBe(0)
      expect(stepsOf(text)).toHaveLength(11)
      expect(text.match(/✓ Go on\? Yes/g)).toHaveLength(10)
      expect(text).toContain('The end\n')
      expect(readdirSync(TMPDIR)).toEqual([])
    })

    test('with --fast waits for none, and is read in a minute; each step fits on a screen', async () => {
      const { cwd, TMPDIR } = makePlace()
      const { exitCode, text } = await inTerminal(cwd, ['tour', '--fast'], [], { TMPDIR })
      expect(exitCode).toBe(0)
      expect(text).not.toContain(pause)
      expect(stepsOf(text)).toHaveLength(11)
      // A person reads 240 words in a minute.
      expect(text.match(/\S*\p{L}{2}\S*/gu)?.length).toBeLessThanOrEqual(240)
      const lines = text.split(/^\d+\/11$/m).map((step) => step.trim().split('\n').length)
      expect(Math.max(...lines)).toBeLessThan(20)
      expect(text).toMatch(/✗ 2\. .*✓ 2\. .*\nComplete: 2 proven, at [0-9a-f]{7}\n/s)
    })

    test.each([
      ['n', `n${key.enter}`],
      ['Ctrl-C', key.ctrlC],
    ])('stops at %s and takes its repository away', async (_, last) => {
      const { cwd, TMPDIR } = makePlace()
      const keys = [
        [pause, key.enter],
        [pause, last],
      ] as const
      const { exitCode, text } = await inTerminal(cwd, ['tour'], keys, { TMPDIR })
      expect(exitCode).toBe(0)
      expect(stepsOf(text)).toHaveLength(2)
      expect(text).toContain('In yours: spell init')
      expect(readdirSync(TMPDIR)).toEqual([])
    })
  })
})
