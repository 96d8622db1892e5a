import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { hope } from '../../flows/hope'
import { markerIn } from '../../flows/hope/marker'
import { recover } from '../../verbs/standard'
import { openWork } from '../../work/open'

/** Repairs the session as `spell doctor --fix` does, with the help of a marker that the agent remembers. */
export const command = defineCommand({
  name: 'recover',
  summary: 'Repair the session from backups or the marker line',
  options: [
    {
      key: 'marker',
      flag: '--marker',
      value: 'LINE',
      help: 'the line that begins with [SESSION], as the agent still has it',
    },
    waitOption,
  ],
  async run(_, cli) {
    const { marker } = cli.options
    if (marker !== undefined && !markerIn(marker)) {
      const message = 'That is no marker: it needs a type, an engagement, a horizon and what is feasible.'
      const line = '[SESSION] Type: Build | Engagement: Collaborative | Horizon: Strategic | Feasible: solo'
      throw new Failure(exit.usage, 'not-a-marker', message, `spell hope recover --marker "${line}"`)
    }
    const ctx = castContextOf(cli, 'hope')
    return recover({ work: await openWork(ctx.root, { flow: hope(marker) }), ctx })
  },
})
