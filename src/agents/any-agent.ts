import { defineAgent } from './agent'
import { nudgeIn, skillAt } from './pieces'

export const agent = defineAgent({
  title: 'Any other agent that reads AGENTS.md',
  signs: [],
  variables: [],
  pages: [
    ['AGENTS.md', 'https://agents.md'],
    ['skills', 'https://agentskills.io'],
  ],
  answers: {},
  pieces: ({ instructions }) => [nudgeIn('AGENTS.md', instructions), skillAt('.agents/skills', instructions)],
})
