import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { sessionIn } from '../../flows/hope/session'
import { changedHere } from '../../verbs/hope/changed-files'
import { act, sessionOf } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'wave',
  summary: 'Report a wave: every item that was ready, once',
  options: [
    { key: 'done', flag: '--done', value: 'LIST', help: 'items that are done: "a: what came of it, b"', many: true },
    { key: 'carry', flag: '--carry', value: 'LIST', help: 'items for the next wave: "a: why, b: why"', many: true },
    { key: 'stall', flag: '--stall', value: 'LIST', help: 'items that cannot move, in the same way', many: true },
    { key: 'cost', flag: '--cost', value: 'N', help: 'what the wave has cost' },
    { key: 'mustNot', flag: '--must-not', value: 'TEXT', help: 'which limit was crossed, and how; ends the work' },
    waitOption,
  ],
  async run(_, cli) {
    const { done, carry, stall } = cli.options
    const { work } = await sessionOf(cli)
    const known = sessionIn(work.saved.context, work.saved.current).items.map(({ id }) => id)
    const items = { done: itemsIn(done, known), carry: itemsIn(carry, known), stall: itemsIn(stall, known) }
    return act(cli, { verb: 'wave', ...cli.options, ...items, changed: await changedHere(cli) })
  },
})

/** Ids with commas, each perhaps with what came of it. A comma in such a text ends it only before an item that there is. */
const itemsIn = (
  typed: readonly string[] = [],
  known: readonly string[],
): { id: string; reason?: string | undefined }[] =>
  typed.flatMap((text) => {
    const parts: string[] = []
    for (const part of text.split(',')) {
      const [id = ''] = part.split(':')
      if (parts.at(-1)?.includes(':') && !known.includes(id.trim())) parts.push(`${parts.pop()},${part}`)
      else parts.push(part)
    }
    return parts.flatMap((part) => {
      const [id = '', ...said] = part.split(':')
      return id.trim() ? { id: id.trim(), reason: said.join(':').trim() || undefined } : []
    })
  })
