/** The file with the definition that a piece of work goes by. */
export const definitionPath = (folder: string): string => `${folder}/workflow.json`

/** @returns the name of the workflow that a kept text is of, even if nothing else of it can be read; undefined without a text */
export const workflowOfStored = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (/"workflow": ?"([a-z][a-z0-9-]*)"/.exec(text)?.[1] ?? 'unknown')
