import { globalOptions, type Option } from '../cli/options'
import { eachStarted, nameOf, startOf } from '../proof/shell/started'
import { developerWords, saidIn } from '../word/words-in-message'
import { spellNamed } from '../workflows/engineer/spells'

/** A command that only the developer may give. */
interface Consent {
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
  let host: string | undefined
  const texts: string[] = []
  const isWhole = eachStarted(line, {}, ({ words, assigned, input = '' }) => {
    const at = startOf(hosts, words)
    if (at >= 0) host ??= nameOf(words[at])
    if (at >= 0 || printers.includes(nameOf(words[0]))) texts.push(...words.slice(Math.max(at, 0) + 1), input)
    if (isAboutText(words)) return undefined
    const whole = [...assigned, ...words, input].join(' ')
    isHiding ||= hiding.test(whole)
    found ??= consentOf(words)
    const [, asks] = asking.exec(whole) ?? []
    if (asks && (isHiding || terminals.test(whole)))
      found ??= { words: `spell ${asks}`, because: reasons[asks] ?? 'would count as typed by hand' }
    return undefined
  })
  // Some hosts take several arguments for one message.
  if (host !== undefined && [...texts, texts.join(' ')].some(saysWord))
    found ??= { words: host, because: 'would be told a word as if the developer had said it' }
  if (isWhole) return found
  return found ?? { words: 'spell allow', because: 'may be in this line, which is nested too deeply to be read' }
}

/** The programs of agents, and the packages that have them. */
const hosts = 'claude claude-code codex copilot cursor-agent gemini gemini-cli opencode opencode-ai'.split(' ')
/** They write a text that a host may read. */
const printers = ['echo', 'printf', 'cat']

function saysWord(text: string): boolean {
  const { words, untilComplete } = saidIn(text, { verbs: developerWords, workflows: [], also: {} })
  return untilComplete || Object.keys(words).length > 0
}

/** What anyone may do, by spell's command or a workflow's. */
const looks = /^(?:lumos|status|prove|history|work|report|map|check|verify|doctor|show|help|)$/

/**
 * @param line of a subagent
 * @returns the command in it that may make a step: the developer's word is for the agent that they talk to
 */
export function stepIn(line: string): string | undefined {
  let found: string | undefined
  eachStarted(line, {}, ({ words }) => {
    const [first = '', second = '', ...more] = spellCall(words) ?? []
    const isLook = looks.test(first) || (!spellNamed(first) && looks.test(second) && second !== '')
    const given = [second, ...more]
    const isAsked = isLook
      ? given.some((word) => word === '--fix' || word === '--set')
      : second !== '--help' && !given.includes('--list')
    if (isAsked) found ??= `spell ${[first, second].filter((word) => /^\w/.test(word)).join(' ')}`
    return undefined
  })
  return found
}

/** What believes a terminal: the commands that ask the developer there, and those that cast. */
const typed =
  'allow|confirm|prove|say|word|new|undo|doctor|accio|next|expecto|enrich|reparo|review|reverto|leave|finite|plan'
/** One of them, as words of a shell or of another language. */
const asking = new RegExp(
  String.raw`(?:^|[^\w-])spell(?:-cli)?(?:@[\w.^~-]*|\.\w+)?(?:['",\s]+[\w-]+){0,4}?['",\s]+(${typed})\b`,
)
/** What makes a terminal that no person types in. */
const terminals = /(?:^|[^\w-])(?:dtach|expect|pty|screen|script|socat|tmux|unbuffer|winpty|zellij)(?![\w-])/
/** What hides that an agent has started it, or where the consents are kept. */
const hiding =
  /(?:^|\s)(?:unset\s|env\s(?:.*\s)?-(?:[iu]|-unset|-ignore)|(?:AI_AGENT|CLAUDE\w*|CODEX\w*|COPILOT\w*|CURSOR\w*|GEMINI\w*|LOCALAPPDATA|OPENCODE\w*|SPELL_OPENCODE\w*|XDG_STATE_HOME)=)/

const because = 'lets commands of the plan run on this machine'
/** Each command that is the developer's, and why; `prove` asks them itself, in a terminal. */
const reasons: Readonly<Record<string, string>> = {
  allow: because,
  prove: because,
  confirm: 'says by hand that a criterion is met',
  word: 'passes a text on as a message of the developer',
  say: 'says a word as if it were typed',
}
/** With these they give nothing. */
const harmless: Readonly<Record<string, string>> = { allow: '--list', say: 'stop' }

function consentOf(words: readonly string[]): Consent | undefined {
  const [command = '', ...args] = spellCall(words) ?? []
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  if (command === 'check')
    return options.includes('--allow-commands') ? { words: 'spell check --allow-commands', because } : undefined
  const reason = command !== 'prove' && Object.hasOwn(reasons, command) ? reasons[command] : undefined
  const isHarmless = ['--help', '-h', harmless[command]].some((option) => option && options.includes(option))
  if (reason === undefined || (isHarmless && !options.includes('--revoke'))) return undefined
  return { words: `spell ${command}`, because: reason }
}

/** The program by any path and version, whatever starts it: `node bin/spell.cjs`, `npx spell-cli@0.1.0`. */
const isSpell = (word: string): boolean => /(?:^|[\\/])spell(?:-cli)?(?:@[\w.^~-]*|\.(?:cjs|cmd|ps1|exe))?$/i.test(word)

/** They take the words for text. */
const isAboutText = ([program]: readonly string[]): boolean =>
  ['echo', 'printf', 'grep', 'rg', 'man', 'git'].includes(nameOf(program))

/** What a command gives to spell, from the name of spell's command on. */
function spellCall(words: readonly string[]): readonly string[] | undefined {
  const at = isAboutText(words) ? -1 : words.findIndex(isSpell)
  return at < 0 ? undefined : withoutGlobals(words.slice(at + 1))
}

/** Options that every command has may stand before its name. */
function withoutGlobals([word, ...rest]: readonly string[]): readonly string[] {
  if (!word?.startsWith('-')) return word === undefined ? [] : [word, ...rest]
  const takesNext = known.some(({ flag, value }) => flag === word && value !== undefined)
  return withoutGlobals(takesNext ? rest.slice(1) : rest)
}
const known: readonly Option[] = globalOptions
