import { globalOptions, type Option } from '../cli/options'
import { readText } from '../disk/read'
import { attempt, Failure } from '../failure/failure'
import { type ReservedCommand, type WorkflowEntry, workflows } from '../flows/registry'
import { eachCommand } from '../shell/shell-commands'
import { unwrap } from '../shell/wrappers'
import { parseState } from '../work/state/state'

/** A script can hand a script to a shell; one that goes on like this for ever was not written to be run. */
const maxDepth = 16

/** A command that only the developer may give. */
export interface Consent extends ReservedCommand {
  readonly entry?: WorkflowEntry
}

/**
 * Finds the first command that only the developer may give, with its whole words: `spell allow`. What is put together
 * at run time is not seen.
 */
export function consentIn(line: string): Consent | undefined {
  let found: Consent | undefined
  const read = (script: string, depth: number): void => {
    if (depth > maxDepth) return
    eachCommand(script, {}, ({ words, input }) => {
      const { program, args, scripts } = unwrap(words, input)
      for (const each of scripts) read(each, depth + 1)
      if (!printers.includes(program)) found ??= consentOf([program, ...args])
    })
  }
  read(line, 0)
  return found
}

/** They take the words for text. */
const printers = ['echo', 'printf', 'grep', 'rg', 'man', 'git']

/** The program by any path and version, whatever starts it: `node bin/spell.cjs`, `npx spell-cli@0.1.0`. */
const isSpell = (word: string): boolean => /(?:^|[\\/])spell(?:-cli)?(?:@[\w.^~-]*|\.(?:cjs|cmd|ps1|exe))?$/i.test(word)

/** @returns whether a command is the developer's in the state that the work is in; not if that cannot be read */
export async function isReservedNow({ isReserved, entry }: Consent, root: string): Promise<boolean> {
  const { folder, load } = entry ?? {}
  if (!isReserved || !load || folder === undefined) return true
  const { definition } = await load()
  const saved = attempt(() => {
    const text = readText(root, `${folder}/state.json`)
    return text === undefined ? undefined : parseState(text, { folder, definition })
  })
  return saved !== undefined && !(saved instanceof Failure) && isReserved(saved.current, saved.context)
}

const because = "lets commands of the plan run on the developer's machine"

function consentOf(words: readonly string[]): Consent | undefined {
  const at = words.findIndex(isSpell)
  if (at < 0) return undefined
  const [command, ...args] = withoutGlobals(words.slice(at + 1))
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  const isHelp = options.includes('--help') || options.includes('-h')
  if (command === 'check')
    return options.includes('--allow-commands') ? { words: 'spell check --allow-commands', because } : undefined
  if (command === 'confirm')
    return isHelp ? undefined : { words: 'spell confirm', because: 'says for the developer that a criterion is met' }
  if (command === 'allow') {
    const isLook = (isHelp || options.includes('--list')) && !options.includes('--revoke')
    return isLook ? undefined : { words: 'spell allow', because }
  }
  const entry = workflows.find(({ name }) => name === command)
  if (!entry || isHelp) return undefined
  const [verb, ...rest] = withoutGlobals(options)
  const given = rest.map((word) => word.toLowerCase())
  const found = entry.reserved.find((each) => {
    const [own, ...wanted] = each.words.split(' ')
    return own === verb && wanted.every((word) => given.includes(word))
  })
  return found && { ...found, words: `spell ${entry.name} ${found.words}`, entry }
}

/** Options that every command has may stand before its name. */
function withoutGlobals([word, ...rest]: readonly string[]): readonly string[] {
  if (!word?.startsWith('-')) return word === undefined ? [] : [word, ...rest]
  const takesNext = known.some(({ flag, value }) => flag === word && value !== undefined)
  return withoutGlobals(takesNext ? rest.slice(1) : rest)
}
const known: readonly Option[] = globalOptions
