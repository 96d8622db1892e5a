import type { Texts } from '../src/answer/texts'
import type { CastContext } from '../src/cast/context'
import { readText } from '../src/disk/read'
import { engineer } from '../src/flows/engineer'
import { treesOf } from '../src/git/tree'
import { readCriterion } from '../src/proof/criteria/criterion'
import { knownIn } from '../src/proof/criteria/known'
import { pageStyle } from '../src/report/page-style'
import { readReport } from '../src/report/read-report'
import { reportBody } from '../src/report/report-page'
import { playTour, type TourStep } from '../src/tour/tour'
import { idOf } from '../src/work/history/work-id'
import { openWork } from '../src/work/open'
import { withProof } from '../src/work/proof-log'
import { tour, tourContext } from './tour-played'

/** In CSS pixels; what is below fades out. */
const [width, height, fade] = [860, 800, 90]

/** The second task is carried out: one criterion is proven, the other open. */
const steps = 6

/**
 * Draws the beginning of the page of a real report, in light and dark, as an SVG that has the page in it.
 *
 * @param texts of the engineer
 */
export async function reportPicture(texts: Texts): Promise<string> {
  let played = 0
  let body = ''
  await playTour(tour.slice(0, steps).map(withCommands), tourContext(texts), async (_, __, here) => {
    played++
    if (played === 5) await keepProof(here)
    if (played === steps) body = await bodyOf(here)
    return true
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>spell report --html</title>
<style>${pageStyle}
.frame { fill: var(--paper); stroke: var(--line); }
.page { height: 100%; font: 1rem/1.55 var(--sans); color: var(--ink); overflow-wrap: anywhere; }
.page header { padding-top: 2rem; }
</style>
<defs>
<linearGradient id="fade" x2="0" y2="1"><stop offset="${1 - fade / height}" stop-color="white"/><stop offset="1" stop-color="black"/></linearGradient>
<mask id="down"><rect width="${width}" height="${height}" fill="url(#fade)"/></mask>
</defs>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<foreignObject width="${width}" height="${height - 1}" mask="url(#down)"><div xmlns="http://www.w3.org/1999/xhtml" class="page">
${body}</div></foreignObject>
</svg>
`
}

/** The plan of the tour, with a command for each of its criteria. */
const withCommands = (step: TourStep): TourStep =>
  step.writes === engineer.plan?.file && step.text !== undefined
    ? { ...step, text: step.text.replace(/^- \[ \] .*/gm, '$&\n  - run: `npm test`') }
    : step

/** Keeps a run of the first criterion's command, as proving does. */
async function keepProof(here: CastContext): Promise<void> {
  const { root, env, now } = here
  const work = await openWork(root, { env })
  const id = idOf(work)
  const plan = engineer.plan
  const [known] = knownIn(plan?.criteria(readText(root, plan.file) ?? '').map(readCriterion) ?? [])
  const trees = await treesOf(root, env)
  if (!known || !trees || !('treeAll' in trees)) throw new Error('The tour has nothing to prove')
  withProof(work, {
    time: now.toISOString(),
    ...(id && { work: id }),
    ...known,
    command: 1,
    of: 1,
    argv: ['npm', 'test'],
    outcome: 'passed',
    exit: 0,
    ms: 1_200,
    output: '0'.repeat(64),
    tests: { passed: 12, failed: 0, skipped: 0 },
    tree: trees.tree,
    treeAll: trees.treeAll,
    node: 'v20.17.0',
    os: 'linux x64',
  })
}

async function bodyOf(here: CastContext): Promise<string> {
  const report = await readReport(await openWork(here.root, { env: {} }), here)
  return reportBody(report).html
}
