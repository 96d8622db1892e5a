import { globalOptions, type Option } from '../cli/options'
import { eachCommand } from '../shell/shell-commands'
import { unwrap } from '../shell/wrappers'

/** A script can hand a script to a shell; one that goes on like this for ever was not written to be run. */
const maxDepth = 16

/**
 * Finds out whether a command line consents to run commands of the plan, which is the developer's alone. What is put together at
 * run time is not seen.
 *
 * @param line as the agent would run it
 * @returns the words that consent: `spell allow`; undefined if it has none
 */
export function consentIn(line: string): string | undefined {
  let found: string | undefined
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

function consentOf(words: readonly string[]): string | undefined {
  const at = words.findIndex(isSpell)
  if (at < 0) return undefined
  const [command, ...args] = withoutGlobals(words.slice(at + 1))
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  if (command === 'check') return options.includes('--allow-commands') ? 'spell check --allow-commands' : undefined
  if (command === 'discovery') return switchOf(args[0], options)
  const isLook = ['--list', '--help', '-h'].some((option) => options.includes(option)) && !options.includes('--revoke')
  if (command === 'hope') return hopeConsentOf(withoutGlobals(options))
  return command === 'allow' && !isLook ? 'spell allow' : undefined
}

/** What switches the developer's reviews off, or leaps over them. */
function switchOf(verb: string | undefined, options: readonly string[]): string | undefined {
  if (options.includes('--help') || options.includes('-h')) return undefined
  if (verb === 'autonomous' && options.some((word) => word.toLowerCase() === 'on'))
    return 'spell discovery autonomous on'
  if (verb === 'start' && options.includes('--autonomous')) return 'spell discovery start --autonomous'
  return verb === 'replan' && options.includes('--force') ? 'spell discovery replan --force' : undefined
}

/** What of hope may be the developer's alone: forcing, taking a stop back, going on past a BLOCKER. The last two depend on the session. */
function hopeConsentOf([verb, ...options]: readonly string[]): string | undefined {
  if (['--help', '-h'].some((option) => options.includes(option))) return undefined
  if (verb === 'engage') return options.includes('--force') ? 'spell hope engage --force' : undefined
  if (verb === 'undo') return 'spell hope undo'
  return verb === 'answer' && options.includes('yes') ? 'spell hope answer yes' : undefined
}

/** Options that every command has may stand before its name. */
function withoutGlobals([word, ...rest]: readonly string[]): readonly string[] {
  if (!word?.startsWith('-')) return word === undefined ? [] : [word, ...rest]
  const takesNext = known.some(({ flag, value }) => flag === word && value !== undefined)
  return withoutGlobals(takesNext ? rest.slice(1) : rest)
}
const known: readonly Option[] = globalOptions
