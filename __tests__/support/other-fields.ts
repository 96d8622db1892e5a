import type { PlannedCommand } from '../../src/workflow/criteria/planned-command'

/** For every field of a command a value that `npm test` does not have, and what the developer reads of the command with it. */
export const otherFields: {
  readonly [Name in keyof PlannedCommand]: { readonly value: PlannedCommand[Name]; readonly shown: string }
} = {
  text: { value: 'npm run lint', shown: '`npm run lint`' },
  kind: { value: 'shell', shown: '`npm test`, in a shell' },
  line: { value: 9, shown: '`npm test`' },
  folder: { value: 'lib', shown: '`npm test`, in `lib`' },
  withinMs: { value: 1_000, shown: '`npm test`' },
  expect: { value: [{ kind: 'tests', least: 1, file: 'r.xml' }], shown: '`npm test`' },
}
