import { documentOutput } from '../cli/answer-output'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../failure/failure'
import { slug } from '../flows/slug'
import { allNames, keepUse, unknownName } from '../work/kept-use'

export const command = defineCommand({
  name: 'use',
  summary: 'Say which piece of work is meant here, on this branch',
  argument: { name: 'name', help: 'its name, as `spell work` lists it' },
  options: [waitOption],
  async run(asked, cli) {
    const ctx = castContextOf(cli)
    const known = await allNames(ctx.root)
    const names = known.map(({ name }) => name)
    if (asked === undefined)
      throw new Failure(exit.usage, 'usage', 'Which piece of work? Its name is needed.', 'spell work', {
        details: names,
      })
    const found = known.find(({ name }) => name === asked) ?? known.find(({ name }) => name === slug(asked))
    if (!found) throw unknownName('work', asked, names, () => 'spell work')
    const { name, entry } = found
    await keepUse(ctx, entry.name, name)
    const said = `From now on, \`${name}\` is meant here on this branch. \`${entry.look(name)}\` shows it.`
    return documentOutput('use', true, { workflow: entry.name, work: name }, `${said}\n`)
  },
})
