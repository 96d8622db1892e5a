import { styleText } from 'node:util'
import type { Failure } from '../text/failure'
import { visible } from '../text/markdown/visible'
import type { CommandContext } from './command'

/** The colors of our questions: inquirer's cyan and blue are hard to read on a light or a dark background. */
export const theme = () => ({
  prefix: { idle: styleText('yellow', '?'), done: styleText('green', '✓') },
  style: {
    answer: (text: string) => styleText('bold', text),
    highlight: (text: string) => styleText('bold', text),
    description: (text: string) => styleText('dim', text),
  },
})

/** Awaits the answer to an inquirer question; undefined if the user left with Escape or Ctrl-C, or the terminal was closed. */
export async function answerTo<T>(
  prompt: Promise<T> & { readonly ui: { readonly close: () => void } },
): Promise<T | undefined> {
  const leave = (_: unknown, key?: { readonly name?: string }) => {
    if (key?.name === 'escape') prompt.ui.close()
  }
  process.stdin.on('keypress', leave)
  try {
    return await prompt
  } catch (error) {
    if (['ExitPromptError', 'AbortPromptError'].includes((error as Error).name)) return undefined
    throw error
  } finally {
    process.stdin.off('keypress', leave)
  }
}

/** @returns whether the answer is yes; `proposed` is the default */
export async function confirmed(message: string, proposed: boolean): Promise<boolean> {
  const { default: inquirer } = await import('inquirer')
  const question = { type: 'confirm', name: 'sure', message: visible(message), default: proposed } as const
  return (await answerTo(inquirer.prompt([{ ...question, theme: theme() }])))?.sure === true
}

/** Asks for one of several choices; undefined if the user left the question. */
export async function picked<T extends string>(
  message: string,
  choices: readonly { readonly value: T; readonly name: string }[],
): Promise<T | undefined> {
  const { default: inquirer } = await import('inquirer')
  const shown = choices.map(({ value, name }) => ({ value, name: visible(name) }))
  const question = { type: 'select', name: 'picked', message: visible(message), choices: shown } as const
  const answer = await answerTo(inquirer.prompt([{ ...question, theme: theme() }]))
  return choices.find(({ value }) => value === answer?.picked)?.value
}

/** Asks for a confirmation, unless `--yes` was given; throws the refusal if the user cannot be asked. */
export async function agrees(
  { options, canAsk }: CommandContext<{ readonly yes?: true }>,
  message: string,
  refusal: () => Failure,
): Promise<boolean> {
  if (options.yes) return true
  if (!(await canAsk())) throw refusal()
  return confirmed(message, false)
}
