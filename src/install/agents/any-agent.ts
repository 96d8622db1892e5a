import { defineAgent, nudgeIn, skillIn } from './agent'

export const agent = defineAgent({
  title: 'Any other agent that reads AGENTS.md',
  signs: [],
  skills: ['.agents/skills'],
  variables: [],
  sessionVariables: [],
  shellVariables: [],
  hookVariables: [],
  pages: [
    ['AGENTS.md', 'https://agents.md'],
    ['skills', 'https://agentskills.io'],
  ],
  answers: {},
  witness: {
    casts: 'not seen',
    shows: 'nothing',
    objects: 'not asked',
    lacks: 'in a terminal, type `spell say accio`',
  },
  pieces: ({ instructions }) => [nudgeIn(instructions), skillIn(instructions)],
})
