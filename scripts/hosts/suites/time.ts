import { spawnSync } from 'node:child_process'
import { median } from '../../bench/figures'
import { envOf, type Place } from '../place'
import type { Suite } from '../trial'

const rounds = 21

/** What the hooks add to a message and to a tool call, over a Node that does nothing: figures, no expectations. */
export const time: Suite = {
  async play({ host, place }) {
    const spell = (...args: string[]) => [`${place.root}/node_modules/.bin/spell`, ...args, '--agent', host.name]
    const { message, tool } = host.payloads
    const inputs = [
      [[process.execPath, '-e', '0'], {}],
      [spell('word'), message],
      [spell('guard', 'tool'), tool],
    ] as const
    const all = Array.from({ length: rounds }, () => inputs.map(([command, input]) => taken(place, command, input)))
    const [node = 0, ...others] = inputs.map((_, at) => median(all.map((one) => one[at] ?? 0)))
    const [a, b] = others.map((ms) => `${Math.round(ms - node)} ms`)
    console.log(`      ${host.name} time: ${a} a message and ${b} a tool call, over the ${Math.round(node)} ms of Node`)
  },
}

/** @returns milliseconds */
function taken(place: Place, [command = '', ...args]: readonly string[], input: object): number {
  const began = performance.now()
  spawnSync(command, args, { cwd: place.root, env: envOf(place), input: JSON.stringify(input) })
  return performance.now() - began
}
