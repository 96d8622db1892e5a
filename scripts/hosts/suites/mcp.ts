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
    const { asked } = await say('Look around.', wait, { tool: 'lumos' }, accio, 'Done.')
    // Codex lists them to its JavaScript only.
    const isListed = asked.some(({ text }) => /spell[^a-z"]{1,3}accio/.test(text))
    expect('the tools are listed', isListed || /Response to the AI/.test(asked[2]?.last ?? ''))
    expect('`accio` without a word is refused', /Accio/.test(asked[3]?.last ?? '') && !history().length)
    const kept = withServer(fresh())
    await kept.say('accio, but keep the header', wait, accio, accio, 'Done.')
    kept.expect('`accio` serves a kept word, once', kept.history().join() === 'accio said')
    const cast = withServer(fresh())
    const [, , answer] = (await cast.say('accio', wait, accio, 'Done.')).asked
    const isRefused = answer && !times(answer.last, parts.agent) && cast.history().join() === 'accio said'
    cast.expect('after a word that is cast, `accio` is refused', !!isRefused)
  },
}
