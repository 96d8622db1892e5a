import { type CommandField, commandFields, type FieldName, fieldNames, type PlannedCommand } from './planned-command'

/** A command while its items are read. */
export interface Draft {
  readonly command: PlannedCommand
  /** The words of the items that it has had. */
  readonly words: readonly string[]
}

/** What is wrong with an item, and how it could be written. */
export interface Fault {
  readonly message: string
  readonly fix: string
}

export interface CommandItem {
  readonly example: string
  readonly read: (draft: Draft, said: string, bare: string) => Draft | Fault
}

function itemOf<Name extends FieldName>(name: Name): [word: string, CommandItem][] {
  const { item }: CommandField<PlannedCommand[Name]> = commandFields[name]
  if (!item) return []
  const { word, example, isMany } = item
  const read: CommandItem['read'] = ({ command, words }, said, bare) => {
    if (!isMany && words.includes(word)) return { message: `A command has one \`${word}:\`.`, fix: example }
    const result = item.read(said, bare, command[name])
    if ('fault' in result) return { message: result.fault, fix: result.fix ?? example }
    return { command: { ...command, [name]: result.value }, words: [...words, word] }
  }
  return [[word, { example, read }]]
}

/** The items by their words: `in`, `within`, `expect`. */
export const commandItems: ReadonlyMap<string, CommandItem> = new Map(fieldNames.flatMap(itemOf))
