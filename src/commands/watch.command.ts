import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'watch',
  summary: 'Show all work live, in the browser or terminal',
  options: [
    { key: 'noOpen', flag: '--no-open', help: 'print the address only' },
    { key: 'terminal', flag: '--terminal', help: 'here in the terminal instead; q ends it' },
  ],
  run: async (_, cli) => (await import('../show/watch/watch')).watch(cli),
})
