import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'proofs',
  summary: 'List what came of the commands of each criterion',
  options: [],
  async run(_, cli) {
    const { proofs } = await import('../proof/proofs')
    return proofs(cli)
  },
})
