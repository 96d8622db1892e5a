import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilePages } from '../../scripts/compile-templates'
import { reportPage } from '../../src/show/report-page'
import { chainedEntry } from '../../src/work/history/entry-digest'
import { type HistoryLine, printLine } from '../../src/work/history/history-line'
import type { ReportedTask, TaskStatus } from '../../src/workflow/reporting'
import { openPage, seenInBrowser, testInBrowser } from '../support/browser'
import { makeFolder } from '../support/folder'
import { hostileTexts } from '../support/hostile-texts'
import { spellHere } from '../support/packed-program'
import { randomFrom } from '../support/random'
import { sampleReport } from '../support/sample-report'

const statuses: readonly TaskStatus[] = ['done', 'doing', 'open', 'failed', 'stale']

/** Tasks in waves, each of which depends on one of the wave before and on some others; each title is one of these. */
function sampleTasks(count: number, titles: readonly string[]): ReportedTask[] {
  const random = randomFrom(2)
  const tasks: ReportedTask[] = []
  let wave: ReportedTask[] = []
  for (let number = 1; tasks.length + wave.length < count; number++) {
    const [before, earlier] = [wave, [...tasks, ...wave]]
    tasks.push(...wave)
    const size = Math.min(1 + random.below(1 + Math.ceil(count / 5)), count - tasks.length)
    wave = Array.from({ length: size }, (_, index): ReportedTask => {
      const others = earlier.filter(() => random.below(earlier.length + 1) === 0)
      return {
        id: `task-${number}-${index}`,
        name: random.one(titles),
        group: `Wave ${number}`,
        status: random.one(statuses),
        dependsOn: [...new Set(before.length > 0 ? [random.one(before), ...others] : [])].map(({ id = '' }) => id),
        achieved: '',
      }
    })
  }
  return [...tasks, ...wave]
}

const texts = compilePages('templates/pages')
const nothing = { criteria: [], tasks: [], threads: [], byHand: [], findings: [], next: [] }
const way = { steps: 0, states: [], edges: [], recent: [] }
const full = sampleReport('Orders can be exported as CSV', { state: 'GATHER_EDITING' })
const titles = ['Orders', 'A title as long as that of a task which says all that is to be done, and how, and why']
const inWaves = (tasks: readonly ReportedTask[]) => reportPage(sampleReport('Orders', { tasks, way }), 'now', texts)
const pages: Readonly<Record<string, string>> = {
  empty: reportPage(sampleReport('Orders', { ...nothing, way }), 'now', texts),
  full: reportPage(full, 'now', texts),
  ...Object.fromEntries([3, 12, 60].map((count) => [`of ${count} tasks`, inWaves(sampleTasks(count, titles))])),
  'of hostile tasks': inWaves(
    hostileTexts.map((text) => ({ ...sampleReport(text).tasks[0], id: text, dependsOn: [] }) as ReportedTask),
  ),
  ...Object.fromEntries(
    hostileTexts.map((text, index) => [`hostile ${index}`, reportPage(sampleReport(text), text, texts)] as const),
  ),
}
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
)
/** The full page has everything in every look; others in each colour and each width, and a text is hostile in all alike. */
const looksAt = (name: string) => {
  if (name === 'full') return looks
  return looks.filter((_, index) => index === 0 || (index === looks.length - 1 && !name.startsWith('hostile')))
}

const cases = Object.entries(pages)
testInBrowser.each(cases)('the page %s asks for nothing, runs nothing, fits and can be read', async (name, html) => {
  const folder = makeFolder()
  const file = join(folder.path, 'page.html')
  writeFileSync(file, html)
  for (const look of looksAt(name)) {
    const { screenshot, ...seen } = await seenInBrowser(file, look)
    expect(seen).toEqual({ requests: [], complaints: [], dialogs: 0, width: look.viewport.width, axe: [] })
    expect(screenshot.length).toBeGreaterThan(1000)
  }
})

testInBrowser.each(readdirSync('docs/pictures'))('the picture %s is whole, asks for nothing and fits', async (name) => {
  const file = resolve('docs/pictures', name)
  const [, width] = /\bwidth="(\d+)"/.exec(readFileSync(file, 'utf8')) ?? []
  const viewport = { width: Number(width), height: 1_000 }
  const taken = (['light', 'dark'] as const).map(async (colorScheme) => {
    const page = await openPage(file, { colorScheme, viewport })
    // A document that is no XML shows its error as an element of its own.
    expect(await page.evaluate('document.querySelectorAll("parsererror").length')).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width)
    expect(await page.evaluate('performance.getEntriesByType("resource").length')).toBe(0)
    return String(await page.screenshot())
  })
  const [light, dark] = await Promise.all(taken)
  expect(light).not.toBe(dark)
})

test('a hundred thousand steps make a small page, which says what it leaves out', () => {
  const [plan, task] = ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING']
  const steps = [
    { timestamp: '2026-08-20T15:30:00Z', transition: `${plan} → ${task}`, trigger: 'Accio', row: 'G4' },
    { timestamp: '2026-08-20T15:30:00Z', transition: `${task} → ${plan}`, trigger: 'Finite', row: 'F1' },
  ] as const
  const lines: HistoryLine[] = []
  for (let count = 0; count < 100_000; count++) lines.push(chainedEntry(steps[count % 2 === 0 ? 0 : 1], lines.at(-1)))
  const folder = makeFolder({
    '.ai/task/plan.md': '# Long\n\n- [ ] one\n',
    '.ai/task/history.jsonl': lines.map((line) => `${printLine(line)}\n`).join(''),
    '.ai/task/state.json': JSON.stringify({ current_state: plan, context: {}, history: lines.slice(-50) }),
  })
  const { stdout, exitCode } = spellHere(folder.path, ['report', '--html', 'report.html'])
  expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 })
  const html = folder.read('report.html')
  expect(Buffer.byteLength(html)).toBeLessThan(150_000)
  expect(html).toContain('99,950 earlier are left out')
})
