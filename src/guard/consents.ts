import { globalOptions, type Option } from '../cli/options'
import { readText } from '../disk/read'
import { attempt, Failure } from '../failure/failure'
import { type ReservedCommand, type WorkflowEntry, workflows } from '../flows/registry'
import { eachCommand, isReadWhole, refuseDepth } from '../shell/shell-commands'
import { unwrap } from '../shell/wrappers'
import { parseState } from '../work/state/state'

/** A command that only the developer may give. */
export interface Consent extends ReservedCommand {
  readonly entry?: WorkflowEntry
}

/**
 * Finds the first command that only the developer may give, with its whole words: `spell allow`; a line that is nested
 * too deeply may have any. What is put together at run time is not seen.
 */
export function consentIn(line: string): Consent | undefined {
  let found: Consent | undefined
  let isHiding = false
  const read = (script: string, depth: number): void => {
    refuseDepth(depth)
    eachCommand(script, {}, ({ words, assigned, input = '' }) => {
      const { program, args, scripts } = unwrap(words, input)
      for (const each of scripts) read(each, depth + 1)
      if (printers.includes(program)) return
      const whole = [...assigned, ...words, input].join(' ')
      isHiding ||= hiding.test(whole)
      found ??= consentOf([program, ...args])
      const [, asks] = asking.exec(whole) ?? []
      if (asks && (isHiding || terminals.test(whole))) found ??= { words: `spell ${asks}`, because: becauseOf(asks) }
    })
  }
  if (isReadWhole(() => read(line, 0))) return found
  return found ?? { words: 'spell allow', because: 'may be in this line, which is nested too deeply to be read' }
}

/** Commands that ask the developer in a terminal, as words of a shell or of another language. */
const asking = /(?:^|[^\w-])spell(?:-cli)?(?:@[\w.^~-]*|\.\w+)?(?:['",\s]+[\w-]+){0,4}?['",\s]+(allow|confirm|prove)\b/
/** What makes a terminal that no person types in. */
const terminals = /(?:^|[^\w-])(?:dtach|expect|pty|screen|script|socat|tmux|unbuffer|winpty|zellij)(?![\w-])/
/** What hides that an agent has started it, or where the consents are kept. */
const hiding =
  /(?:^|\s)(?:unset\s|env\s(?:.*\s)?-(?:[iu]|-unset|-ignore)|(?:AI_AGENT|CLAUDE\w*|CODEX\w*|COPILOT\w*|CURSOR\w*|GEMINI\w*|LOCALAPPDATA|OPENCODE\w*|XDG_STATE_HOME)=)/

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
const becauseOf = (command: string): string =>
  command === 'confirm' ? 'says for the developer that a criterion is met' : because

function consentOf(words: readonly string[]): Consent | undefined {
  const at = words.findIndex(isSpell)
  if (at < 0) return undefined
  const [command, ...args] = withoutGlobals(words.slice(at + 1))
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  const isHelp = options.includes('--help') || options.includes('-h')
  if (command === 'check')
    return options.includes('--allow-commands') ? { words: 'spell check --allow-commands', because } : undefined
  if (command === 'confirm') return isHelp ? undefined : { words: 'spell confirm', because: becauseOf(command) }
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
