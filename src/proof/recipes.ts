import { join, relative, resolve, sep } from 'node:path'
import { eachCommand, isReadWhole, refuseDepth } from '../shell/shell-commands'
import type { PlannedCommand } from './criteria/planned-command'
import { simpleCommand } from './criteria/simple-command'
import { type Call, isManager, type Recipe, scriptsOf, textAt } from './package-scripts'

/** What a command runs beside its own words. */
export interface Recipes {
  /** Their names from the root. */
  readonly found: readonly Recipe[]
  /** Whether it starts something whose recipe is not read here. */
  readonly isHidden: boolean
}

/**
 * Reads what a command names: package scripts with those before and after, those that they start, and makefiles. What is put
 * together at run time is not seen, and what is nested too deeply is not read.
 */
export function recipesOf(root: string, { kind, text, folder }: PlannedCommand): Recipes {
  const found = new Map<string, Recipe>()
  let isHidden = false
  /** A command may stand behind others that start it: `timeout 9 npm test` is `timeout`, `9` and `npm`. */
  const readWords = (words: readonly string[], at: string, depth: number): void => {
    for (const index of words.keys()) {
      const call = callOf(words.slice(index), at)
      if (call === 'hidden') isHidden = true
      else if (call) for (const each of call.recipes) keep(each, call.folder, depth)
    }
    for (const word of words) if (/\s/.test(word)) readScript(word, at, depth + 1)
  }
  const keep = (recipe: Recipe, at: string, depth: number): void => {
    const from = relative(root, recipe.from).split(sep).join('/')
    if (found.has(from)) return
    found.set(from, { ...recipe, from })
    if (recipe.kind === 'script') readScript(recipe.text, at, depth + 1)
  }
  const readScript = (script: string, at: string, depth: number): void => {
    refuseDepth(depth)
    eachCommand(script, { at }, ({ words, input }, scope) => {
      readWords(words, scope.at, depth)
      if (input !== undefined) readScript(input, scope.at, depth + 1)
      const [program = '', ...args] = words
      if (program === 'cd' || program === 'pushd')
        scope.at = resolve(scope.at, args.find((word) => !word.startsWith('-')) ?? '.')
    })
  }
  const line = kind === 'run' ? simpleCommand(text) : undefined
  const at = join(root, folder)
  const isWhole = isReadWhole(() => (line && 'argv' in line ? readWords(line.argv, at, 0) : readScript(text, at, 0)))
  return { found: [...found.values()], isHidden: isHidden || !isWhole }
}

/** Runners whose recipes are not read here. */
const hiddenRunners = new Set(
  [
    'ant composer concurrently ctest doit earthly gradle gradlew grunt gulp hatch invoke jake just lein lerna mage mask meson moon',
    'mvn mvnw ninja nox npm-run-all npm-run-all2 nps nx poe rake run-p run-s sbt scons task tox turbo wireit',
  ]
    .join(' ')
    .split(' '),
)

/** Those that run a recipe, or files that no word names, only with one of these words. */
const hiddenWith: Readonly<Record<string, readonly string[]>> = {
  bundle: ['exec'],
  cargo: ['make', 'xtask'],
  deno: ['task'],
  find: ['-exec', '-execdir', '-ok', '-okdir'],
  mise: ['run'],
  node: ['--run', '.', './'],
  pdm: ['run'],
  py: ['-m'],
  python: ['-m'],
}

const programName = /([^\\/]*?)(?:@[^\\/]*|\.(?:c?js|cmd|bat|exe|ps1))?$/

/** @returns undefined if it runs no recipe */
function callOf([first = '', ...args]: readonly string[], folder: string): Call | 'hidden' | undefined {
  const [, name = ''] = programName.exec(first) ?? []
  if (/^[gb]?make$/.test(name)) return makefilesOf(args, folder)
  if (isManager(name)) return scriptsOf(name, args, folder)
  if (hiddenRunners.has(name)) return 'hidden'
  const runner = name.replace(/^python[\d.]+w?$/, 'python')
  const words = Object.hasOwn(hiddenWith, runner) ? hiddenWith[runner] : undefined
  return args.some((word) => words?.includes(word.replace(/=.*/s, ''))) ? 'hidden' : undefined
}

/** As they are looked for; which of them counts depends on the make. */
const makefiles = ['GNUmakefile', 'makefile', 'Makefile', 'BSDmakefile']

/** Short options without a value may stand before the last one in its word. */
const short = /^-[bBdehiknpqrRsStvw]*([Cf])(.*)$/s
const long = /^--(directory|file|makefile)(?:=(.*))?$/s

function makefilesOf(args: readonly string[], folder: string): Call | 'hidden' {
  let at = folder
  const named: string[] = []
  for (let index = 0; index < args.length && args[index] !== '--'; index++) {
    const word = args[index] ?? ''
    const [, option, attached] = long.exec(word) ?? short.exec(word) ?? []
    if (option === undefined) continue
    const value = attached || (args[++index] ?? '')
    if (option === 'C' || option === 'directory') at = resolve(at, value)
    else named.push(value)
  }
  const recipes = (named.length > 0 ? named : makefiles).flatMap((name): Recipe[] => {
    const from = resolve(at, name)
    const text = textAt(from)
    return text === undefined ? [] : [{ kind: 'makefile', from, text }]
  })
  return recipes.length > 0 ? { recipes, folder: at } : 'hidden'
}
