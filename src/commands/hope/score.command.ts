import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { type Dimension, dimensions } from '../../flows/hope/session'
import { act } from '../../verbs/hope/session-command'

const asked: Readonly<Record<Dimension, string>> = {
  outcome: 'what it brings about',
  scope: 'what is in and what is out',
  constraints: 'what it has to respect',
  success: 'how one sees that it works',
  done: 'when to stop',
}

export const command = defineCommand({
  name: 'score',
  summary: 'Score how clear the request is: 0 vague, 1 a direction, 2 testable',
  options: [
    ...dimensions.map((name) => ({ key: name, flag: `--${name}`, value: 'N', help: `${asked[name]}, 0 to 2` })),
    { key: 'domain', flag: '--domain', value: 'N', help: 'how well the domain is known, 0 to 10' },
    { key: 'total', flag: '--total', value: 'N', help: 'the sum, 0 to 10, in place of the five' },
    { key: 'echo', flag: '--echo', value: 'TEXT', help: 'for 5 to 7: what you will deliver, in one sentence' },
    { key: 'reuse', flag: '--reuse', help: 'the score that there is' },
    waitOption,
  ],
  run(_, cli) {
    // One that is missing is told as one that is wrong.
    const typed = Object.entries(cli.options).filter(([name]) => name in asked)
    return act(cli, { verb: 'score', ...cli.options, dims: typed.length > 0 ? Object.fromEntries(typed) : undefined })
  },
})
