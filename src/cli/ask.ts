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
