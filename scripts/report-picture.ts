import type { CastContext } from '../src/cast/cast'
import { readReport } from '../src/show/read-report'
import { reportBody } from '../src/show/report-page'
import { openWork } from '../src/work/open'
import type { Texts } from '../src/workflow/texts'
import { compilePages } from './compile-templates'
import { playCasts, wellUnderWay } from './tour-played'

/** In CSS pixels; what is below fades out. */
const [width, height, fade] = [860, 800, 90]

/**
 * Draws the beginning of the page of a real report, in light and dark, as an SVG that has the page in it.
 *
 * @param texts of the engineer
 */
export async function reportPicture(texts: Texts): Promise<string> {
  const body = await playCasts(texts, 4, async (_, here) => bodyOf(await wellUnderWay(here)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>spell report --html</title>
<style>${compilePages('templates/pages').report}
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

async function bodyOf(here: CastContext): Promise<string> {
  const report = await readReport(await openWork(here.root, { env: {} }), here)
  return reportBody(report).html
}
