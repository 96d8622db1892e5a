/** Programs whose names begin a command, and no sentence; or a sentence that has another word of a sentence, too. */
const programs = new Set(
  `ant bash bats biome black bun bundle cargo clang cmake composer coverage ctest curl cypress dart deno docker dotnet
  elixir eslint flake8 flutter gcc ginkgo git go golangci-lint gradle grep hadolint helm jest jq just kubectl make
  meson mix mocha mvn mypy ninja node npm npx nox php phpstan phpunit pip playwright pnpm poetry prettier pyright
  pytest python python3 rake rspec rubocop ruby ruff rustc sbt sh shellcheck stack swift swiftlint task terraform tox
  tsc turbo uv vitest xcodebuild yarn zig`.split(/\s+/),
)

/** Words that a sentence has, and a command hardly ever. */
const wordsOfSentences = new Set(
  `a an and are at be by exits fail fails green has have is it look looks must no not of on or pass passed passes
  prints returns runs should shows succeeds sure that the then to twice when with without works`.split(/\s+/),
)

/** Whether a text without backticks is a command: it begins with a program or a path, and reads like no sentence. */
export function readsAsCommand(text: string): boolean {
  // What is in quotes is one argument, whatever words it has.
  const bare = text.replace(/(["']).*?\1/g, "''")
  const words = bare.split(/\s+/)
  const [program = '', ...others] = words.slice(words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word)))
  const isProgram = programs.has(program) || /^\.{0,2}[\w.-]*\/[\w./-]+$/.test(program)
  const isSentence =
    others.some((word) => wordsOfSentences.has(word.toLowerCase())) || /[\p{L}\p{N})][.:,!?…]+$/u.test(bare)
  return isProgram && !isSentence
}

/** What says that a command is an example, and no proof. */
const ofExamples = /\b(?:after|before|e\.?g|examples?|input|instead|never|not|now|see|such as|today|usage|was)\b/i

/**
 * Finds a command in backticks that is all an item says, by itself or behind a name of any language: ``How to verify: `npm test` ``.
 *
 * @returns it as it is typed; undefined for all else
 */
export function bareCommand(text: string): string | undefined {
  const [, name = '', said = ''] =
    /^([^`]*)`([^`]+)`(?:\W+|\W+(?:exits?(?: with)? 0|pass(?:es)?|succeeds))?$/.exec(text.trim()) ?? []
  const command = said.replace(/^\$ /, '')
  const isMeant = /^(?:\W*|[^:：]{1,40}[:：]\W*)$/.test(name) && !ofExamples.test(name)
  return isMeant && /^(?:\S+ \S|\.\/)/.test(command) && readsAsCommand(command) ? command : undefined
}
