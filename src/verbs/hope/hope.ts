import { paragraphs } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { words } from '../../flows/hope/words'
import { entryOf } from '../../flows/registry'
import type { Parts } from '../word-commands'
import { consult } from './consult'
import { say, sessionOf } from './session'
import { show } from './show'

export const parts: Parts = {
  entry: entryOf('hope'),
  words,
  meant: sessionOf,
  async say(piece, word, given, cli) {
    const answer = await say(piece, word, given)
    if (word !== 'start' || !answer.ok) return answer
    const added = await (await import('../../install/add-workflow')).addWorkflow('hope', cli)
    return added ? { ...answer, developer: paragraphs(answer.developer, added) } : answer
  },
  prints: { show },
  code: {
    consult,
    /** Answers an agent's host. Calls do not go through commander; this is for the help. */
    hook: defineCommand({
      name: 'hook',
      summary: 'Tell a subagent the criteria, and whether a plan may be shown',
      argument: { name: 'hook', help: 'subagent-start or exit-plan' },
      options: [],
      examples: [['spell hope hook subagent-start', 'Answer an agent’s hook']],
      async run(hook, { options }) {
        const { answerHost } = await import('./hooks/answer-host')
        await answerHost([hook ?? '', ...(options.cwd === undefined ? [] : ['--cwd', options.cwd])])
        return undefined
      },
    }),
  },
}
