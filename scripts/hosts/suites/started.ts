import { casts, exitOf, type Suite } from '../trial'

/** What an agent says to another agent is not the developer's word. */
export const started: Suite = {
  async play({ host, say, history, expect }, fresh) {
    const command = host
      .say('accio')
      .map((part) => `'${part}'`)
      .join(' ')
    const nested = { shell: `timeout 60 ${command} </dev/null >nested.txt 2>&1; tail -c 300 nested.txt` }
    // The host in the host asks the model, too, where its sandbox lets it.
    const one = await say('Look around.', nested, 'Inner turn.', casts, casts, 'Done.')
    const result = `${history()}; ${one.asked.map(({ last }) => last).join(' · ')}`
    expect(
      'a host that the model starts with `accio` casts and keeps nothing',
      exitOf(one) === '3' && !history().length,
      result,
    )
    const other = fresh()
    const two = await other.say('Look around.', { ask: 'accio' }, 'Nothing to do.', casts, casts, 'Done.')
    const isNothing = exitOf(two) === '3' && !other.history().length
    expect(
      "a subagent's `accio` casts and keeps nothing",
      isNothing,
      `${other.history()}; ${two.asked.map(({ last }) => last).join(' · ')}`,
    )
  },
}
