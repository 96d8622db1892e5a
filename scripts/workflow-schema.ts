import { toJsonSchema } from '@valibot/to-json-schema'
import { workflowForm } from '../src/workflows/own/format'

/** What an editor shows of each key, wherever it stands. */
const described: Readonly<Record<string, string>> = {
  workflow: 'Its name, as the file is called.',
  about: 'What it is for, in a sentence.',
  start: 'The first state.',
  words: 'What can be said, each with what it means.',
  files: 'The files of a piece of work, by the names that texts use in braces.',
  artifacts: 'What files that are handed in have to say, by the names of the files.',
  findings: 'What can be found, by the letter that its names begin with; of a condition, whether any is open.',
  takes: 'What the word takes, by the names of its options.',
  counts: 'The counters, each with the number that it reaches at most.',
  states: 'The states, by their names.',
  steps: 'What a word does in a state; the first step that matches answers.',
  most: 'The highest number.',
  least: 'The lowest number.',
  people: '`distinct`: each person counts once, by the address that git knows.',
  phase: 'The column of the board.',
  title: 'What people read.',
  agent: 'What the agent is to do.',
  developer: 'What the developer is to do.',
  goal: 'Whether work ends here.',
  over: 'At an end: whether the work counts as done (the default), or was given up and claims nothing.',
  id: 'The name of the step in the history.',
  from: 'The state that it starts in, several, or "*".',
  word: 'What is said.',
  by: 'Whether it needs the word of the developer.',
  agrees: 'Whether the word agrees to the criteria and commands that were shown.',
  when: 'What has to hold.',
  needs: 'The files that have to be written.',
  to: 'Where it leads: a state, `same`, or back; of a move, the folder.',
  do: 'What it does besides.',
  answer: 'What it does in the place of going on.',
  summary: 'What it does, for the list of what can be said.',
  text: 'What has happened then, or why it is refused.',
  writes: 'What the agent may write; without it, the files that its text names.',
  back: 'Where the state was remembered that it leads to.',
  'one of': 'The words of which it is one.',
  artifact: 'The file that is handed in; without another one, as it is.',
  raises: 'The letter of what is found.',
  settles: 'The letters of what is settled by name.',
  items: 'What a word reports of items, `done` or `failed`; of a condition, how they stand.',
  says: 'The fields of which at least one has to say something.',
  fields: 'What it has to say. After a name `!`: it has to be there; `*`: it names what it is a field of.',
  each: 'The fields of each map of a list.',
  none: 'Whether the list may be empty, though it has to be there.',
  once: 'Whether no two of the list say the same.',
  asks: 'What is asked if the text says nothing.',
  ends: 'How the text ends.',
  help: 'What to know if it is empty.',
  there: 'The file that is there.',
  written: 'The file that says more than its template.',
  count: '`criteria`, `open`, or a counter.',
  in: 'The file that is counted in, or has to have changed.',
  links: 'The file whose links are meant.',
  are: 'Whether there are none, new ones, or only known ones.',
  remembered: 'What a step has remembered.',
  is: 'The states or words that it may be; of a field, what it is.',
  taken: 'The choice or number that a word has taken; of the word itself, the one given now.',
  all: 'Each of these.',
  any: 'One of these.',
  not: 'The opposite.',
  create: 'Creates the file from its template.',
  show: 'Shows the file to the agent.',
  expect: 'Warns if the file is still its template.',
  'list links': 'Lists the links of the file.',
  move: 'Moves the files to a folder.',
  with: 'Moves the proofs along.',
  keep: 'Keeps the file as the next revision.',
  copy: 'Keeps a copy of the file as the next revision, and the file.',
  add: 'Counts one more.',
  clear: 'Counts from zero again.',
  remember: 'Remembers the state.',
  forget: 'Forgets it.',
}

/** @returns the JSON Schema of a workflow's file, which gives an editor completion and errors */
export function workflowSchema(): string {
  const { $schema, ...schema } = toJsonSchema(workflowForm(), { target: 'draft-2020-12', errorMode: 'ignore' })
  const head = {
    $schema,
    $id: 'workflow.schema.json',
    title: 'Workflow',
    description:
      'A workflow of a repository: `.ai/workflows/NAME.yaml`. What each part means is in docs/own-workflows.md.',
  }
  return `${JSON.stringify({ ...head, ...schema }, describe, 2)}\n`
}

/** Adds to each property what an editor shows of it. */
function describe(key: string, value: unknown): unknown {
  if (key !== 'properties' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, { description: described[name], ...property }]),
  )
}
