import { globalOptions, type Option } from '../cli/options'
import { eachCommand, isReadWhole, refuseDepth } from '../shell/shell-commands'
import { nameOf, scriptsIn } from '../shell/started'

/** A command that only the developer may give. */
export interface Consent {
  readonly words: string
  /** Why it is theirs; completes “`spell allow` …”. */
  readonly because: string
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
      for (const each of scriptsIn(words, input)) read(each, depth + 1)
      if (printers.includes(nameOf(words[0]))) return
      const whole = [...assigned, ...words, input].join(' ')
      isHiding ||= hiding.test(whole)
      found ??= consentOf(words)
      const [, asks] = asking.exec(whole) ?? []
      if (asks && (isHiding || terminals.test(whole)))
        found ??= { words: `spell ${asks}`, because: reasons[asks] ?? 'would count as typed by the developer' }
    })
  }
  if (isReadWhole(() => read(line, 0))) return found
  return found ?? { words: 'spell allow', because: 'may be in this line, which is nested too deeply to be read' }
}

/** What believes a terminal: the commands that ask the developer there, and those that cast. */
const typed =
  'allow|confirm|prove|say|grant|word|new|undo|override|accio|next|expecto|enrich|reparo|review|reverto|leave|finite|plan'
/** One of them, as words of a shell or of another language. */
const asking = new RegExp(
  String.raw`(?:^|[^\w-])spell(?:-cli)?(?:@[\w.^~-]*|\.\w+)?(?:['",\s]+[\w-]+){0,4}?['",\s]+(${typed})\b`,
)
/** What makes a terminal that no person types in. */
const terminals = /(?:^|[^\w-])(?:dtach|expect|pty|screen|script|socat|tmux|unbuffer|winpty|zellij)(?![\w-])/
/** What hides that an agent has started it, or where the consents are kept. */
const hiding =
  /(?:^|\s)(?:unset\s|env\s(?:.*\s)?-(?:[iu]|-unset|-ignore)|(?:AI_AGENT|CLAUDE\w*|CODEX\w*|COPILOT\w*|CURSOR\w*|GEMINI\w*|LOCALAPPDATA|OPENCODE\w*|SPELL_OPENCODE\w*|XDG_STATE_HOME)=)/

/** They take the words for text. */
const printers = ['echo', 'printf', 'grep', 'rg', 'man', 'git']

/** The program by any path and version, whatever starts it: `node bin/spell.cjs`, `npx spell-cli@0.1.0`. */
const isSpell = (word: string): boolean => /(?:^|[\\/])spell(?:-cli)?(?:@[\w.^~-]*|\.(?:cjs|cmd|ps1|exe))?$/i.test(word)

const because = "lets commands of the plan run on the developer's machine"
/** Each command that is the developer's, and why; `prove` asks them itself, in a terminal. */
const reasons: Readonly<Record<string, string>> = {
  allow: because,
  prove: because,
  confirm: 'says for the developer that a criterion is met',
  word: 'tells spell what the developer has written',
  say: 'says the word for the developer',
  grant: 'says the word for the developer',
}
/** With these they give nothing. */
const harmless: Readonly<Record<string, string>> = { allow: '--list', grant: '--end' }

function consentOf(words: readonly string[]): Consent | undefined {
  const at = words.findIndex(isSpell)
  if (at < 0) return undefined
  const [command = '', ...args] = withoutGlobals(words.slice(at + 1))
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  if (command === 'check')
    return options.includes('--allow-commands') ? { words: 'spell check --allow-commands', because } : undefined
  const reason = command !== 'prove' && Object.hasOwn(reasons, command) ? reasons[command] : undefined
  const isHarmless = ['--help', '-h', harmless[command]].some((option) => option && options.includes(option))
  if (reason === undefined || (isHarmless && !options.includes('--revoke'))) return undefined
  return { words: `spell ${command}`, because: reason }
}

/** Options that every command has may stand before its name. */
function withoutGlobals([word, ...rest]: readonly string[]): readonly string[] {
  if (!word?.startsWith('-')) return word === undefined ? [] : [word, ...rest]
  const takesNext = known.some(({ flag, value }) => flag === word && value !== undefined)
  return withoutGlobals(takesNext ? rest.slice(1) : rest)
}
const known: readonly Option[] = globalOptions
