import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { changedHere } from '../../verbs/hope/changed-files'
import { act, numberIn, splitList } from '../../verbs/hope/session-command'

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
    const { done = [], carry = [], stall = [], cost, mustNot } = cli.options
    const changed = await changedHere(cli)
    const finished = done.flatMap(leftIn)
    return act(cli, {
      verb: 'wave',
      done: finished.map(({ id }) => id),
      outcomes: finished.filter(({ reason }) => reason),
      ...(changed && { changed }),
      carry: carry.flatMap(leftIn),
      stall: stall.flatMap(leftIn),
      cost: numberIn(cost),
      mustNot,
    })
  },
})

/** Ids with commas, or one id with a reason. */
function leftIn(text: string): { id: string; reason?: string }[] {
  const at = text.indexOf(':')
  if (at < 0) return splitList(text).map((id) => ({ id }))
  const reason = text.slice(at + 1).trim()
  return [{ id: text.slice(0, at).trim(), ...(reason && { reason }) }]
}
