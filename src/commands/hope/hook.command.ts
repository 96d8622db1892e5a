import { defineCommand } from '../../cli/command'

/** Answers an agent's host. Calls do not go through commander; this is for the help. */
export const command = defineCommand({
  name: 'hook',
  summary: 'Tell a subagent the criteria, and whether a plan may be shown',
  argument: { name: 'hook', help: 'subagent-start or exit-plan' },
  options: [],
  async run(hook, { options }) {
    const { answerHost } = await import('../../verbs/hope/hooks/answer-host')
    await answerHost([hook ?? '', ...(options.cwd === undefined ? [] : ['--cwd', options.cwd])])
    return undefined
  },
})
