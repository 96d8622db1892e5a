import type { Failure } from '../failure/failure'
import { visible } from '../markdown/visible'
import type { CommandContext } from './command'

/**
 * Waits for the answer to a question that inquirer has put.
 *
 * @param prompt what `inquirer.prompt` gave
 * @returns undefined where the question was left with Ctrl-C, or its terminal went away
 */
export async function answerTo<T>(prompt: Promise<T>): Promise<T | undefined> {
  try {
    return await prompt
  } catch (error) {
    if ((error as Error).name === 'ExitPromptError') return undefined
    throw error
  }
}

/** @returns whether the answer to a question is yes; `proposed` is what Enter says */
export async function confirmed(message: string, proposed: boolean): Promise<boolean> {
  const { default: inquirer } = await import('inquirer')
  const question = { type: 'confirm', name: 'sure', message: visible(message), default: proposed } as const
  return (await answerTo(inquirer.prompt([question])))?.sure === true
}

/**
 * Asks before something is done, unless `--yes` has said so already.
 *
 * @param refusal thrown if there is nobody to ask
 */
export async function agrees(
  { options, canAsk }: CommandContext<{ readonly yes?: true }>,
  message: string,
  refusal: () => Failure,
): Promise<boolean> {
  if (options.yes) return true
  if (!(await canAsk())) throw refusal()
  return confirmed(message, false)
}
