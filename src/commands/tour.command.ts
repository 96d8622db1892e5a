import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'tour',
  summary: 'Play a whole piece of work in a throw-away repository',
  options: [{ key: 'fast', flag: '--fast', help: 'ask nothing in between' }],
  run: async (_, cli) => (await import('./tour/tour')).showTour(cli),
})
