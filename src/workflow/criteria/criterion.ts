import { code, codeSpan } from '../../text/markdown/code'
import type { TaskItem } from '../../text/markdown/task-item'
import { expectationItem, insidePath } from './expectation-item'
import { inText } from './item-words'
import { likelyItem, strayItem } from './likely-item'
import {
  type CommandField,
  commandFields,
  commandText,
  type FieldName,
  fieldNames,
  type PlannedCommand,
  plannedCommand,
} from './planned-command'
import { bareCommand, readsAsCommand } from './reads-as-command'
import { weaknessOf } from './weak-expectation'

/** A command while its items are read. */
interface Draft {
  readonly command: PlannedCommand
  /** The words of the items that it has had. */
  readonly words: readonly string[]
}

/** What is wrong with an item, and how it could be written. */
interface Fault {
  readonly message: string
  readonly fix: string
}

interface CommandItem {
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

/** What is wrong with an item under a criterion. */
export interface ItemFault extends Fault {
  readonly line: number
}

/** A criterion, with what its nested items say of how it can be shown. */
export interface PlannedCriterion {
  /** Only outside plans: what it is called. */
  readonly id?: string
  /** Only outside plans: whether it was reported as failed, which a pass of its command does not take back. */
  readonly hasFailed?: boolean
  readonly text: string
  readonly line: number
  readonly ticked: boolean
  readonly commands: readonly PlannedCommand[]
  /** A proof counts only if the same command was seen to fail before. */
  readonly redFirst: boolean
  /** Only the developer can say whether it is met. */
  readonly byDeveloper: boolean
  /** The files that their confirmation is of, relative to the root; none for those that the work has changed. */
  readonly files: readonly string[]
  /** With any of them it cannot be proven. */
  readonly faults: readonly ItemFault[]
}

/** @returns a criterion that stands in no plan */
export const outsidePlan = (text: string, ticked: boolean, commands: readonly PlannedCommand[]): PlannedCriterion => {
  return { text, line: 0, ticked, commands, redFirst: false, byDeveloper: false, files: [], faults: [] }
}

/** The items that are of no command, or begin one, as they could be written. */
const examples = {
  run: '- run: `npm test -- export`',
  shell: '- shell: `npm run build && npm test`',
  red: '- red: first',
  by: '- by: developer',
} as const

const exampleOf = new Map<string, string>([
  ...Object.entries(examples),
  ...[...commandItems].map(([word, { example }]) => [word, example] as const),
])

/** As much as names a criterion, in characters. */
const named = 60

const formOf = ({ word, code }: NonNullable<ReturnType<typeof likelyItem>>): string =>
  code === undefined ? (exampleOf.get(word) ?? '') : `- ${word}: ${code}`

/** A box as it is read where no text above goes on: it is too far in, or its number is not 1. */
const box = /^(?:[-*+]|\d{1,9}[.)]) \[[ xX]\]$/

/** White space that looks like a usual space, or like nothing, by its number. */
const shown = (sign: string): string =>
  sign.replace(
    /[^\S \t]|[\u200B\u2060]/g,
    (found) => `[U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )

/**
 * Reads the nested items of a criterion. Those of `commandItems` belong to the command above them, and above the first command
 * to each. What is no item, and was not meant as one, is prose.
 */
export function readCriterion({ text, line, ticked, sign, items, hidden, strays = [] }: TaskItem): PlannedCriterion {
  let forAll: Draft = { command: plannedCommand({}), words: [] }
  const drafts: Draft[] = []
  const faults: ItemFault[] = []
  let [redFirst, byDeveloper] = [false, false]
  let files: readonly string[] = []
  const bare: { readonly line: number; readonly command: string | undefined }[] = []
  if (sign !== undefined)
    faults.push({
      line,
      message: `${code(shown(sign))} ${box.test(sign) ? 'goes on with the text above' : 'is not read as a box'}, so this is open.`,
      fix: `- [ ] ${text.length > named ? `${text.slice(0, named)} …` : text}`,
    })
  if (hidden)
    faults.push({
      line: hidden.line,
      message: `Nothing closes this ${hidden.kind === 'fence' ? 'code block' : 'comment'}, so what is below it is not read.`,
      fix: hidden.kind === 'fence' ? '```' : '-->',
    })
  const boxed = likelyItem(text, true)
  if (boxed)
    faults.push({ line, message: `\`${boxed.word}:\` stands below a criterion, without a box.`, fix: formOf(boxed) })
  const [, run, command, ...others] = strays.length > 0 || boxed ? [] : (inText.exec(text) ?? [])
  const said = (run ?? others.find(Boolean))?.toLowerCase()
  if (said) {
    const fix = command ? `- ${said}: ${command}` : (exampleOf.get(said) ?? '')
    faults.push({ line, message: `\`${said}:\` is not read in the text of a criterion.`, fix })
  }
  for (const item of items) {
    const [, written = '', said = ''] = /^([A-Za-z]+):(?:\s+(.*))?$/s.exec(item.text) ?? []
    const word = written.toLowerCase()
    const fix = exampleOf.get(word)
    // A nested item with a box is a criterion itself.
    if (item.ticked !== undefined) continue
    if (fix === undefined) {
      const meant = likelyItem(item.text, false, drafts.length > 0)
      if (meant) faults.push({ line: item.line, message: `This is written \`${meant.word}:\`.`, fix: formOf(meant) })
      else bare.push({ line: item.line, command: bareCommand(item.text) })
      continue
    }
    const refuse = (message: string, form = fix) => faults.push({ line: item.line, message, fix: form })
    const inside = codeSpan(said) ?? said
    if (word !== written) refuse(`\`${written}:\` is written \`${word}:\`.`)
    else if (word === 'run' || word === 'shell') {
      if (inside === said)
        refuse(`\`${word}:\` needs its command in backticks.`, readsAsCommand(said) ? `- ${word}: ${code(said)}` : fix)
      else drafts.push({ command: { ...forAll.command, kind: word, text: inside, line: item.line }, words: [] })
    } else if (word === 'red') {
      if (inside === 'first') redFirst = true
      else refuse('`red:` can only be `first`.')
    } else if (word === 'by') {
      const named = filesBy(inside)
      byDeveloper ||= named !== undefined
      files = named ?? files
      const message = '`by:` can only be `developer`, or `developer of` with files of the repository in backticks.'
      if (!named) refuse(message, /\bof\b/.test(inside) ? '- by: developer of `page.html`' : fix)
    } else {
      const read = commandItems.get(word)?.read(drafts.at(-1) ?? forAll, said, inside)
      if (read && 'message' in read) faults.push({ line: item.line, ...read })
      else if (read && drafts.length > 0) drafts.splice(-1, 1, read)
      else if (read) forAll = read
    }
  }
  for (const { line: at, indent, ...stray } of strays) {
    if (stray.isFence) bare.push({ line: at, command: bareCommand(code(stray.text)) })
    const meant = strayItem(stray)
    const message = `\`${meant?.word}:\` is not read here: an item of its criterion is indented by ${indent} spaces.`
    const read = meant?.word === 'expect' ? expectationItem(meant.code ?? '') : undefined
    if (meant) faults.push({ line: at, message, fix: read && 'fault' in read ? read.fix : formOf(meant) })
  }
  // Beside a command it is an example.
  if (drafts.length === 0 && !byDeveloper)
    for (const { line: at, command } of faults.length > 0 ? [] : bare)
      if (command !== undefined)
        faults.push({ line: at, message: 'This command is not run without `run:`.', fix: `- run: ${code(command)}` })
  const isIdle = drafts.length === 0 && (redFirst || forAll.words.length > 0)
  if (isIdle) faults.push({ line, message: 'Nothing is run: there is no `run:` or `shell:`.', fix: examples.run })
  if (byDeveloper && drafts.length > 0)
    faults.push({ line, message: 'A criterion has commands or `by: developer`, not both.', fix: examples.by })
  return { text, line, ticked, commands: drafts.map(({ command }) => command), redFirst, byDeveloper, files, faults }
}

/** @returns a command as a list of its plan has it, with why its result may show nothing */
export const inPlan = (command: PlannedCommand): string =>
  [commandText(command), weaknessOf(command)].filter(Boolean).join('; ')

/**
 * @param told how a command is said
 * @returns what shows a criterion, a line each
 */
export const waysOf = (
  { commands, byDeveloper }: Pick<PlannedCriterion, 'commands' | 'byDeveloper'>,
  told: (command: PlannedCommand) => string = inPlan,
): string[] => [...commands.map((command) => told(command)), ...(byDeveloper ? ['you confirm it'] : [])]

/** @returns the files that `developer of` names, none for `developer` alone; undefined for anything else */
function filesBy(said: string): readonly string[] | undefined {
  const [whole, of] = /^developer(?: of ((?:`[^`]+`(?:,? and |, ?|$))+))?$/.exec(said) ?? []
  const named = [...(of ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => insidePath(path))
  return whole === undefined || named.includes(undefined) ? undefined : named.filter((path) => path !== undefined)
}
