import { partsOf } from '../../engine/place'
import type { MapPlan } from '../map-plan'

const hopePhases: readonly (readonly [title: string, states: RegExp])[] = [
  ['Start', /^soul\./],
  ['Understanding', /^intent\./],
  ['Approach', /^(shape\.|consult$|loop\.s(pec|hape))/],
  ['Work', /^loop\.(decompose|wave|stall|paused)/],
  ['Review', /^loop\.(expert|verify|review)/],
  ['Over', /^(completed|ended)$/],
  ['Beside it', /^consult\./],
]

export const mapPlan: MapPlan = {
  phases: hopePhases.map(([title]) => title),
  phaseOf: (box) => hopePhases.findIndex(([, states]) => states.test(box)),
  boxOf: (state) => (['soul.silent_audit', 'user_need', 'idle'].includes(state) ? undefined : state),
  isReal(state) {
    const [soul, main] = partsOf(state)
    return (soul === 'soul.silent_audit') !== (main === 'user_need')
  },
  shownIn: (box) =>
    box.startsWith('soul.')
      ? `${box} + user_need + idle`
      : /^consult\./.test(box)
        ? `soul.silent_audit + loop.wave_execution + ${box}`
        : `soul.silent_audit + ${box} + idle`,
  isDrawn({ on, from, to }) {
    const [, main = ''] = partsOf(from)
    if (on === 'start' || on === 'engage') return main === 'user_need' && !/loop|shape|\+ consult/.test(to)
    return ['score', 'answer', 'submit', 'wave'].includes(on)
  },
}
