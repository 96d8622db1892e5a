import { type Option, waitOption } from '../cli/options'
import { agentNames } from '../install/agents/agents'

export const spellOptions = [
  { key: 'note', flag: '--note', value: 'TEXT', help: 'a note for the history, at most 2,000 characters' },
  { key: 'noteFile', flag: '--note-file', value: 'FILE', help: 'the same from a file, or from - (stdin)' },
  waitOption,
] as const satisfies readonly Option[]

export const accioOptions = [
  { key: 'from', flag: '--from', value: 'NAME', help: 'begin with a plan, an issue or a file' },
] as const satisfies readonly Option[]

export const reparoOptions = [
  { key: 'fetch', flag: '--fetch', help: 'fetch the comments of the pull request' },
  { key: 'pr', flag: '--pr', value: 'PR', help: 'the same, by number or address' },
  { key: 'list', flag: '--list', help: 'list which threads of the review are answered' },
  { key: 'reply', flag: '--reply', help: 'show its replies, post them on your word' },
  { key: 'resolve', flag: '--resolve', help: 'the same, and resolve what was changed' },
] as const satisfies readonly Option[]

export const lookOptions = [
  { key: 'brief', flag: '--brief', help: 'only what an agent has to know to go on, in 1,200 bytes at most' },
  {
    key: 'hook',
    flag: '--hook',
    value: 'AGENT',
    help: 'with --brief: in the form that hooks of this agent answer in',
    choices: agentNames,
  },
] as const satisfies readonly Option[]
