import { answerTo, theme } from '../cli/ask'
import type { Option, OptionsOf } from '../cli/options'
import { listed } from '../text/markdown-parts'
import { agentNames } from './agents/agents'
import type { InstallContext, propose } from './init'
import type { Choices } from './pieces/record'

/** What can be chosen, as options of `init`. */
export const choiceOptions = [
  {
    key: 'agents',
    flag: '--agents',
    value: 'LIST',
    help: 'agents to set up, with commas, or none',
    known: [...agentNames, 'none'],
  },
  {
    key: 'guard',
    flag: '--guard',
    value: 'NAME',
    help: 'hook manager, or none',
    known: ['husky', 'lefthook', 'pre-commit', 'hooks-path', 'git', 'none'],
  },
  {
    key: 'permit',
    flag: '--permit',
    value: 'WHETHER',
    help: 'let agents run lumos and prove without asking',
    choices: ['yes', 'no'],
  },
] as const satisfies readonly Option[]

type Given = OptionsOf<typeof choiceOptions>

/** @returns what is proposed, but for what the options say */
export function chosenBy(options: Given, proposed: Choices): Choices {
  const permit = options.permit ? options.permit === 'yes' : proposed.permit
  return {
    agents: options.agents === undefined ? proposed.agents : listed(options.agents).filter((name) => name !== 'none'),
    guard: options.guard ?? proposed.guard,
    ...(permit !== undefined && { permit }),
    ...(proposed.package !== undefined && { package: proposed.package }),
  }
}

/**
 * Asks what neither the options nor the repository answer; all other choices have options, and can be made later.
 *
 * @returns undefined if the developer has called it off
 */
export async function choose(
  { adapters }: InstallContext,
  { choices, managers }: ReturnType<typeof propose>,
  options: Given,
): Promise<Choices | undefined> {
  const given = chosenBy(options, choices)
  const { default: inquirer } = await import('inquirer')
  const answer = await answerTo(
    inquirer.prompt<Partial<Choices>>([
      {
        type: 'checkbox',
        name: 'agents',
        theme: theme(),
        message: 'Which agents work here?',
        when: options.agents === undefined,
        choices: adapters.agents.map(({ name, title }) => ({
          name: title,
          value: name,
          checked: choices.agents.includes(name),
        })),
      },
      {
        type: 'confirm',
        name: 'permit',
        theme: theme(),
        message: 'May agents run lumos and prove without asking? Prove runs only what you have allowed.',
        when: ({ agents = given.agents }) =>
          options.permit === undefined &&
          adapters.agents.some(({ name, permission }) => permission && agents.includes(name)),
        default: choices.permit ?? true,
      },
      {
        type: 'select',
        name: 'guard',
        theme: theme(),
        message: 'What runs the hooks of git here?',
        when: options.guard === undefined && managers.length > 1,
        choices: [
          ...managers.map(({ name, title }) => ({ name: title, value: name })),
          { name: 'No guard at the commit', value: 'none' },
        ],
        default: choices.guard,
      },
    ]),
  )
  // Skipped questions have no answer.
  return answer && { ...given, ...(answer as Partial<Choices>) }
}
