import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'proofs',
  summary: 'List what came of the commands of each criterion',
  options: [],
  run: async (_, cli) => (await import('../proof/proofs')).proofs(cli),
})
