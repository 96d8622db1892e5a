import { codeSpan } from '../../text/markdown/code'
import { shownCommand } from '../../text/markdown/shown-command'
import { readLimit } from '../../text/time'
import { type Expectation, expectationText } from './expectation'
import { expectationItem, insidePath, rightForm } from './expectation-item'
import type { ItemWord } from './item-words'

/** A command of a criterion, as the plan says it. */
export interface PlannedCommand {
  readonly text: string
  /** `run` has no shell; `shell` is given to `sh -c`. */
  readonly kind: 'run' | 'shell'
  /** The line of the plan that it stands in, from 1. */
  readonly line: number
  /** The folder that it runs in, relative to the root; empty for the root. */
  readonly folder: string
  /** Its time limit in milliseconds; undefined for that of the settings. */
  readonly withinMs: number | undefined
  /** In the plan's order. `exit 0` is expected unless another exit code is. */
  readonly expect: readonly Expectation[]
}

/** What is as it is here counts for nothing, so a new field leaves older proofs and consents as they are. */
const plain: PlannedCommand = { text: '', kind: 'run', line: 0, folder: '', withinMs: undefined, expect: [] }

/** @returns a command that says only this */
export const plannedCommand = (said: Partial<PlannedCommand>): PlannedCommand => ({ ...plain, ...said })

/** What an item says, or what is wrong with it and how it could be written. */
export type ItemValue<Value> = { readonly value: Value } | { readonly fault: string; readonly fix?: string }

/** How a plan says a field, in an item below the command: `in: packages/api`. */
interface Item<Value> {
  readonly word: ItemWord
  readonly example: string
  /** How it goes on as no prose does (default: with code). */
  readonly goesOn?: RegExp
  readonly isMany?: true
  /**
   * @param said what stands after the word
   * @param bare the same without backticks around it
   * @param before what the command has by now
   */
  readonly read: (said: string, bare: string, before: Value) => ItemValue<Value>
}

/** Why a field does not count. */
interface Ignored {
  readonly ignored: string
}

/** What is made of a field of a command. */
export interface CommandField<Value> {
  /** Whether a command with another value needs another proof. */
  readonly identity: 'counts' | Ignored
  /** What the developer reads of it. A command with another value is asked for again. */
  readonly consent: { readonly shown: (value: Value) => string } | Ignored
  /** Absent for what `run:` and `shell:` say themselves. */
  readonly item?: Item<Value>
}

/** Every field, in the order in which the developer reads them. */
export const commandFields: { readonly [Name in keyof PlannedCommand]: CommandField<PlannedCommand[Name]> } = {
  text: { identity: 'counts', consent: { shown: shownCommand } },
  kind: { identity: 'counts', consent: { shown: () => 'in a shell' } },
  line: {
    identity: { ignored: 'a criterion may move in its plan' },
    consent: { ignored: 'the same runs from every line' },
  },
  folder: {
    identity: 'counts',
    consent: { shown: (folder) => `in ${shownCommand(folder)}` },
    item: {
      word: 'in',
      example: '- in: `packages/api`',
      read(_, bare) {
        const value = insidePath(bare)
        return value === undefined ? { fault: '`in:` needs a folder inside the repository.' } : { value }
      },
    },
  },
  withinMs: {
    identity: 'counts',
    consent: { ignored: 'a limit ends a command, and starts nothing' },
    item: {
      word: 'within',
      example: '- within: 90s',
      // As `\p{L}` with `i`, which takes V8 long to read, for units in Latin letters: `5 minút`.
      goesOn: /^`*\d+ ?[SMsm][A-Za-z\u00C0-\u024F]*/,
      read(_, bare) {
        const value = readLimit(bare)
        return value === undefined ? { fault: '`within:` needs seconds or minutes.' } : { value }
      },
    },
  },
  expect: {
    identity: 'counts',
    consent: { ignored: 'what it has to print and to write, and how it has to end, changes nothing that it does' },
    item: {
      word: 'expect',
      example: rightForm(''),
      goesOn:
        /^(?:`*(?:exit\b.*\d|(?:stdout|stderr|output) contains|tests?\W*\d).*$|(?:code\W*)?\d{1,3}\b|(?:contains|output)?\W*`[^`]+`)/is,
      isMany: true,
      read(said, _, before) {
        const read = expectationItem(said)
        return 'value' in read ? { value: [...before, read.value] } : read
      },
    },
  },
}

export type FieldName = keyof PlannedCommand
export const fieldNames = Object.keys(commandFields) as readonly FieldName[]

/** @returns what its proofs are of: the same text for commands of which the same is asked */
export const identity = (command: PlannedCommand): string =>
  JSON.stringify(Object.fromEntries(said(command, provenPart)))

/** @returns what the developer allows of it: the same text for commands that do the same */
export const consentKey = (command: PlannedCommand): string =>
  JSON.stringify(Object.fromEntries(said(command, allowedPart)))

/** @returns what the developer reads of it before it may run: the command itself, then a clause for all else that is allowed */
export const shown = (command: PlannedCommand): string[] =>
  said(command, allowedPart).map(([name]) => clauseOf(name, command))

/** @returns the fields that are not as in a plain command, each with what counts of it */
const said = (
  command: PlannedCommand,
  partOf: (name: FieldName, command: PlannedCommand) => unknown,
): [FieldName, unknown][] =>
  fieldNames
    .map((name): [FieldName, unknown] => [name, partOf(name, command)])
    .filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(partOf(name, plain)))

const provenPart = (name: FieldName, command: PlannedCommand): unknown =>
  commandFields[name].identity === 'counts' ? command[name] : undefined

const allowedPart = (name: FieldName, command: PlannedCommand): unknown =>
  'ignored' in commandFields[name].consent ? undefined : command[name]

function clauseOf<Name extends FieldName>(name: Name, command: PlannedCommand): string {
  const { consent }: CommandField<PlannedCommand[Name]> = commandFields[name]
  return 'ignored' in consent ? '' : consent.shown(command[name])
}

/** @returns what a document has of it, for scripts */
export const commandDocument = ({ kind, text, folder }: PlannedCommand) => ({ command: kind, text, folder })

/** @returns what has to come of it, as its plan says it; empty if it has to end with 0, and nothing more */
export const expectedOf = ({ expect }: Pick<PlannedCommand, 'expect'>): readonly string[] => expect.map(expectationText)

/** @returns what `expectedOf` says in its parts: words, and what stands in backticks */
export function expectedParts(said: string): readonly [words: string, code?: string] {
  const at = said.indexOf('`')
  return at < 0 ? [said] : [said.slice(0, at), codeSpan(said.slice(at)) ?? '']
}

/** @returns the same for a reader, as it stands behind a command */
export function expectedText(expected: readonly string[]): string {
  const shown = expected
    .map(expectedParts)
    .map(([words, code]) => words + (code === undefined ? '' : shownCommand(code)))
  return shown.length === 0 ? '' : ` (expected: ${shown.join(', ')})`
}

/** @returns a command for a reader, with all by which its result counts */
export const commandText = (command: PlannedCommand): string => {
  const { text, folder } = command
  const place = folder === '' ? '' : ` in ${shownCommand(folder)}`
  return `${shownCommand(text)}${place}${expectedText(expectedOf(command))}`
}
