import { join, relative, resolve, sep } from 'node:path'
import type { PlannedCommand } from '../../workflow/criteria/planned-command'
import { argvOf, plainWords } from '../../workflow/criteria/simple-command'
import { eachCommand, isReadWhole, refuseDepth } from '../shell/shell-commands'
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
export function recipesOf(root: string, command: PlannedCommand): Recipes {
  const found = new Map<string, Recipe>()
  let isHidden = false
  /** A command may stand behind others that start it: `timeout 9 npm test` is `timeout`, `9` and `npm`. */
  const readWords = (words: readonly string[], from: string, depth: number): void => {
    const at = folderOf(words, from)
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
  const read = new Set<string>()
  const readScript = (script: string, at: string, depth: number): void => {
    refuseDepth(depth)
    // A word can be a script that is only this word: `"$(dirname "$0")"`.
    const here = `${at}\0${script}`
    if (read.has(here)) return
    read.add(here)
    const plain = plainWords(script)
    if (plain && !isFolderChange(plain[0])) readWords(plain, at, depth)
    else
      eachCommand(script, { at }, ({ words, input }, scope) => {
        readWords(words, scope.at, depth)
        if (input !== undefined) readScript(input, scope.at, depth + 1)
        const [program = '', ...args] = words
        if (!isFolderChange(program)) return
        const to = args.find((word) => !/^-./.test(word)) ?? '~'
        // Where that is shows when it runs.
        if (/^[-+~]|[$`]/.test(to)) isHidden = true
        else scope.at = resolve(scope.at, to)
      })
  }
  const argv = argvOf(command)
  const at = join(root, command.folder)
  const isWhole = isReadWhole(() => (argv ? readWords(argv, at, 0) : readScript(command.text, at, 0)))
  return { found: [...found.values()], isHidden: isHidden || !isWhole }
}

const isFolderChange = (program: string): boolean => /^(?:cd|popd|pushd)$/.test(program)

/** Runners whose recipes are not read here; those with words behind a colon only with one of them. */
const hiddenRunners = new Map(
  `ant bazel bazelisk bundle:exec cargo:make,xtask cmake:--build,-P composer concurrently ctest deno:task doit earthly
  find:-exec,-execdir,-ok,-okdir go:generate gradle gradlew grunt gulp hatch invoke jake just lage lefthook lein lerna
  lint-staged mage mask meson mise:run mix moon mvn mvnw ninja node:--run,.,./ nox npm-run-all nps nr nx pdm:run pipenv:run
  pixi poe poetry:run pre-commit py:-m python:-m rake run-p run-s rush rushx sbt scons task tox turbo wireit`
    .split(/\s+/)
    .map((each) => each.split(':'))
    .map(([name = '', words]) => [name, words?.split(',')]),
)

/** Without folder, version and suffix: `python3.12`, `pnpm@9`, `.yarn/releases/yarn-4.1.0.cjs`, `npm/bin/npm-cli.js`. */
const nameOf = (program: string): string =>
  program.replace(/^.*[\\/]/s, '').replace(/(?:-cli|-?\d[\d.]{0,30}w?)?(?:@.*|\.(?:c?js|cmd|bat|exe|ps1))?$/s, '')

/** @returns where `env -C folder` and `sudo -D folder` start what stands behind them */
function folderOf(words: readonly string[], from: string): string {
  let at = from
  for (const [index, word] of words.entries()) {
    if (callOf(words.slice(index), at)) return at
    const [option, attached] = /^(?:-[CD]|--chdir)(?:=(.*))?$/s.exec(word) ?? []
    const isOfStarter = words.slice(0, index).some((before) => /^(?:env|sudo)$/.test(nameOf(before)))
    if (option && isOfStarter) at = resolve(at, attached ?? words[index + 1] ?? '')
  }
  return at
}

/** @returns undefined if it runs no recipe */
function callOf([first = '', ...args]: readonly string[], folder: string): Call | 'hidden' | undefined {
  const name = nameOf(first)
  if (/^[gb]?make$/.test(name)) return makefilesOf(args, folder)
  if (isManager(name)) return scriptsOf(name, args, folder)
  if (!hiddenRunners.has(name)) return undefined
  const words = hiddenRunners.get(name)
  return !words || args.some((word) => words.includes(word.replace(/=.*/s, ''))) ? 'hidden' : undefined
}

/** As they are looked for; which of them counts depends on the make. */
const makefiles = ['GNUmakefile', 'makefile', 'Makefile', 'BSDmakefile']

/** Short options without a value may stand before the last one in its word. */
const short = /^-[bBdehiknpqrRsStvw]*([Cf])(.*)$/s
/** In any length that make takes. */
const long = /^--(di[a-z]*|f[a-z]*|mak[a-z]*)(?:=(.*))?$/s

function makefilesOf(args: readonly string[], folder: string): Call | 'hidden' {
  let at = folder
  const named: string[] = []
  for (let index = 0; index < args.length && args[index] !== '--'; index++) {
    const word = args[index] ?? ''
    const [, option, attached] = long.exec(word) ?? short.exec(word) ?? []
    if (option === undefined) continue
    const value = attached || (args[++index] ?? '')
    if (option === 'C' || option.startsWith('di')) at = resolve(at, value)
    else named.push(value)
  }
  const recipes = (named.length > 0 ? named : makefiles).flatMap((name): Recipe[] => {
    const from = resolve(at, name)
    const text = textAt(from)
    return text === undefined ? [] : [{ kind: 'makefile', from, text }]
  })
  return recipes.length > 0 ? { recipes, folder: at } : 'hidden'
}
