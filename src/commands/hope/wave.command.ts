import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { changedHere } from '../../verbs/hope/changed-files'
import { act, splitList } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'wave',
  summary: 'Report a wave: every item that was ready, once',
  options: [
    { key: 'done', flag: '--done', value: 'LIST', help: 'items that are done; one: "id: what came of it"', many: true },
    { key: 'carry', flag: '--carry', value: 'LIST', help: 'items for the next wave; one: "id: why"', many: true },
    { key: 'stall', flag: '--stall', value: 'LIST', help: 'items that cannot move, in the same way', many: true },
    { key: 'cost', flag: '--cost', value: 'N', help: 'what the wave has cost' },
    { key: 'mustNot', flag: '--must-not', value: 'TEXT', help: 'which limit was crossed, and how; ends the work' },
    waitOption,
  ],
  async run(_, cli) {
    const { done, carry, stall } = cli.options
    const items = { done: itemsIn(done), carry: itemsIn(carry), stall: itemsIn(stall) }
    return act(cli, { verb: 'wave', ...cli.options, ...items, changed: await changedHere(cli) })
  },
})

/** Ids with commas, or one id with a reason. */
const itemsIn = (typed: readonly string[] = []): { id: string; reason?: string | undefined }[] =>
  typed.flatMap((text) => {
    const [id = '', ...said] = text.split(':')
    if (said.length === 0) return splitList(text).map((one) => ({ id: one }))
    return { id: id.trim(), reason: said.join(':').trim() || undefined }
  })
