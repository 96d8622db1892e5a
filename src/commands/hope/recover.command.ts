import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { hope } from '../../flows/hope'
import { defaults, markerIn, printMarker } from '../../flows/hope/marker'
import { recover } from '../../verbs/standard'
import { openWork } from '../../work/open'

const help = 'the line that begins with [SESSION], as the agent still has it'

/** Repairs the session as `spell doctor --fix` does, with the help of a marker that the agent remembers. */
export const command = defineCommand({
  name: 'recover',
  summary: 'Repair the session from backups or the marker line',
  options: [{ key: 'marker', flag: '--marker', value: 'LINE', help }, waitOption],
  async run(_, cli) {
    const { marker } = cli.options
    if (marker !== undefined && !markerIn(marker)) {
      const message = 'That is no marker: it needs a type, an engagement, a horizon and what is feasible.'
      const fix = `spell hope recover --marker "${printMarker(defaults.Build)}"`
      throw new Failure(exit.usage, 'not-a-marker', message, fix)
    }
    const ctx = castContextOf(cli, 'hope')
    return recover({ work: await openWork(ctx.root, { flow: hope(marker) }), ctx })
  },
})
