import { inline } from '../../answer/markdown'
import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { slug } from '../../flows/slug'
import { clearOption, sessions } from '../../verbs/collab/session-command'
import { begin, outputOfWork } from '../../verbs/instances'
import { namesOf } from '../../work/instances'

export const command = defineCommand({
  name: 'start',
  summary: 'Start a session',
  argument: { name: 'name', help: 'name of the session (default: the date with a number)' },
  options: [clearOption, waitOption],
  async run(asked, cli) {
    const ctx = castContextOf(cli, 'collab')
    const { clear } = cli.options
    const taken = namesOf(ctx.root, sessions)
    const day = ctx.now.toISOString().slice(0, 10)
    for (let count = 1; ; count++) {
      const name = asked === undefined ? `${day}-${count}` : slug(asked)
      if (name === '') {
        const message = `A session needs a name with letters or digits, not "${inline(asked ?? '')}".`
        throw new Failure(exit.usage, 'usage', message, 'spell collab start orders')
      }
      if (asked === undefined && taken.includes(name)) continue
      const answer = await begin(sessions, name, ctx, { verb: 'start', ...(clear && { clear }) })
      // Another process has started one of this name meanwhile.
      if (asked === undefined && !answer.ok) continue
      const renamed = asked !== undefined && asked !== name
      const warnings = renamed ? [`The name is not plain (letters, digits, hyphens); it became "${name}".`] : []
      return outputOfWork({ ...answer, warnings: [...warnings, ...answer.warnings] }, cli)
    }
  },
})
