import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'map',
  summary: 'Draw the workflow, with where this piece of work is',
  options: [],
  run: async (_, cli) => (await import('../show/map/map')).map(cli),
})
