import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { findRoot, workingFolder } from '../../disk/root'
import { exit, Failure } from '../../failure/failure'
import { printMarker } from '../../flows/hope/marker'
import { markerOf } from '../../flows/hope/session'
import { folder } from '../../flows/hope/states'
import { findHope } from '../../verbs/hope/hooks/read-session'

export const command = defineCommand({
  name: 'marker',
  summary: 'Print the marker line that an agent keeps of the session',
  options: [],
  async run(_, { options }) {
    const found = await findHope(findRoot(workingFolder(options.cwd)))
    if (found === 'unreadable') {
      const message = 'Where the session stands cannot be read.'
      throw new Failure(exit.unreadable, 'state-unreadable', message, 'spell hope status')
    }
    if (typeof found === 'string')
      throw new Failure(exit.notPossible, 'no-session', 'No session is under way here.', 'spell hope start "…"')
    const marker = markerOf(found.session)
    if (!marker) {
      const message = 'There is no marker yet: you have not said how you want to take part.'
      throw new Failure(exit.notPossible, 'no-marker', message, 'spell hope engage')
    }
    const line = printMarker(marker)
    const warnings = found.isByHand ? [`${folder}/state.json was changed by hand. Run \`spell doctor\`.`] : []
    const fields = { workflow: 'hope', marker: line, ...marker }
    return { ...documentOutput('marker', true, fields, `${line}\n`, warnings), exact: `${line}\n` }
  },
})
