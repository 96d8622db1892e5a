import { code, codeSpan, inline } from '../../text/markdown/code'
import type { PlannedCommand } from './planned-command'
import { simpleCommand } from './simple-command'

/**
 * Finds the command in a text that says how something is verified, as people write it: `npm test`, in backticks or not.
 * It is for a shell if it needs one; undefined if the text is a sentence.
 */
export function saidCommand(verify: string): Pick<PlannedCommand, 'kind' | 'text'> | undefined {
  const said = verify.trim()
  const spanned = codeSpan(said)?.trim()
  const text = spanned ?? said
  if (/\p{C}/u.test(text)) return undefined
  const read = simpleCommand(text)
  if (spanned === undefined && !isCommand(text, 'needsShell' in read)) return undefined
  return { kind: 'argv' in read ? 'run' : 'shell', text }
}

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
function isCommand(text: string, needsShell: boolean): boolean {
  // What is in quotes is one argument, whatever words it has.
  const bare = text.replace(/(["']).*?\1/g, "''")
  const words = bare.split(/\s+/)
  const [program = '', ...others] = words.slice(words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word)))
  const isProgram = programs.has(program) || /^\.{0,2}[\w.-]*\/[\w./-]+$/.test(program)
  const isSentence =
    others.some((word) => wordsOfSentences.has(word.toLowerCase())) || /[\p{L}\p{N})][.:,!?…]+$/u.test(bare)
  // What a shell cannot read as it stands is a command only if something in it is for a shell.
  return isProgram && !isSentence && (!needsShell || /&&|\|\||[|;<>$*=]/.test(text))
}

/** Writes how a criterion is verified as an item below it: a command after `run:` or `shell:`, everything else as prose. */
export function verificationItem(verify: string): string {
  const command = saidCommand(verify)
  return command ? `- ${command.kind}: ${code(command.text)}` : `- verify: ${inline(verify.trim())}`
}
