import type { Step } from '../model/step'
import { writeIn } from '../place'
import { type Suite, type Trial, times } from '../trial'

const accio: Step = { tool: 'accio' }
// The server takes a moment to start.
const wait: Step = { shell: 'sleep 4' }

function withServer(trial: Trial): Trial {
  writeIn(trial.place, trial.host.mcp(trial.place))
  return trial
}

/** The tools cast what the developer has said, and nothing else. */
export const mcp: Suite = {
  async play(trial, fresh) {
    const { say, history, expect, parts } = withServer(trial)
    const one = await say('Look around.', wait, { tool: 'lumos' }, accio, 'Done.')
    const isListed =
      one.asked.some(({ text }) => /spell[^a-z"]{1,3}accio/.test(text)) ||
      /Response|Context|accio/i.test(one.asked[2]?.last ?? '')
    expect('the tools are listed', isListed, one.asked[2]?.last ?? one.output)
    const refused = one.asked[3]?.last ?? ''
    expect('`accio` without a word is refused', /Accio/.test(refused) && !history().length, `${history()}; ${refused}`)
    const kept = withServer(fresh())
    const two = await kept.say('accio, but keep the header', wait, accio, accio, 'Done.')
    expect(
      '`accio` serves a kept word, once',
      kept.history().join() === 'accio said',
      `${kept.history()}; ${two.asked.map(({ last }) => last).join(' · ')}`,
    )
    const cast = withServer(fresh())
    const { asked } = await cast.say('accio', wait, accio, 'Done.')
    const isRefused = asked.length > 2 && !times(asked[2]?.last ?? '', parts.agent)
    expect(
      'after a word that is cast, `accio` is refused',
      isRefused && cast.history().join() === 'accio said',
      `${cast.history()}; ${asked[2]?.last}`,
    )
  },
}
