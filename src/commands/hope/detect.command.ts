import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { oneOf } from '../../flows/hope/marker'
import { pipelines, sessionType, types } from '../../flows/hope/session-type'
import { nearest } from '../../flows/nearest'

export const command = defineCommand({
  name: 'detect',
  summary: 'Print which type of session a request would start',
  argument: { name: 'text', help: 'the request, in quotes' },
  options: [{ key: 'type', flag: '--type', value: 'TYPE', help: `name it yourself: ${types.join(', ')}` }],
  async run(text = '', { options: { type: asked } }) {
    if (text.trim() === '')
      throw new Failure(exit.usage, 'usage', 'Of which request? It is empty.', 'spell hope detect "fix the login"')
    const named = oneOf(types, asked ?? '')
    if (asked !== undefined && !named) {
      const fix = `spell hope detect "…" --type ${nearest(asked, types)[0]}`
      throw new Failure(exit.usage, 'usage', `--type must be one of ${types.join(', ')}.`, fix)
    }
    const detected = sessionType(text, named)
    const { type, guessed, signals } = detected
    const pipeline = pipelines[type]
    const because = named ? 'as you say' : guessed ? 'a guess: no word speaks for any type' : signals.join(', ')
    const warnings = guessed
      ? [`${type} is a guess. To name the type yourself: spell hope start "…" --type ${types.join('|')}`]
      : []
    const fields = { workflow: 'hope', ...detected, pipeline }
    return documentOutput('detect', true, fields, `**${type}** (${because}): ${pipeline.join(' → ')}\n`, warnings)
  },
})
