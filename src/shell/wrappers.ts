import { posix, win32 } from 'node:path'
import { quoted } from './quoted'

/** A program that runs the command in its arguments. Of options there are names, with a space between them. */
interface Wrapper {
  /** Its subcommands that do so; with any other it is no wrapper. */
  readonly commands?: string
  /** Options that take the next word. */
  readonly values?: string
  /** How many operands precede the command: a time, a file. */
  readonly operands?: number
  /** Options that take the working directory of the command. */
  readonly folder?: string
  /** Options that take a script. */
  readonly script?: string
  /** Options with which nothing is run. */
  readonly looks?: string
}

/** Those that people use; a commit behind another one is found by git's own hook, and by `spell check`. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  command: { looks: '-v -V' },
  doas: { values: '-u -C' },
  env: { values: '-u --unset -a --argv0', folder: '-C --chdir', script: '-S --split-string' },
  exec: { values: '-a' },
  nice: { values: '-n --adjustment' },
  nohup: {},
  npm: { values: '-p --package -w --workspace', script: '-c --call', commands: 'exec x' },
  npx: { values: '-p --package -w --workspace', script: '-c --call' },
  pnpm: { commands: 'exec dlx' },
  script: { values: '-I --log-in -O --log-out -B --log-io -T -m -E --echo', operands: 1, script: '-c --command' },
  setsid: {},
  stdbuf: { values: '-i --input -o --output -e --error' },
  sudo: { values: '-u --user -g --group -h --host -p --prompt -T -C -U -R --chroot', folder: '-D --chdir' },
  time: { values: '-f --format -o --output' },
  timeout: { values: '-s --signal -k --kill-after', operands: 1 },
  xargs: { values: '-I -n --max-args -P --max-procs -L --max-lines -d --delimiter -a --arg-file -s -E' },
  yarn: { commands: 'exec dlx' },
}

/** Programs that run a script: after `-c`, or from their input. */
const shells = ['ash', 'bash', 'dash', 'fish', 'ksh', 'mksh', 'sh', 'zsh']
const shellValues = ['-o', '+o', '-O', '+O', '--rcfile', '--init-file']

/** A command without its wrappers. */
export interface Unwrapped {
  /** Without its folder and `.exe`; empty if nothing is run. */
  readonly program: string
  readonly args: readonly string[]
  readonly assigned: readonly string[]
  /** Its working directories, each relative to the one before. */
  readonly folders: readonly string[]
  readonly scripts: readonly string[]
}

/** Takes the wrappers off a program with its arguments; its input is given if it is known. */
export function unwrap(words: readonly string[], input?: string): Unwrapped {
  const assigned: string[] = []
  const folders: string[] = []
  let rest = [...words]
  for (;;) {
    while (/^\w+=/.test(rest[0] ?? '')) assigned.push(rest.shift() ?? '')
    const [first = '', ...args] = rest
    const program = nameOf(first)
    const known = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined
    const wrapper = known?.commands && !namesIn(known.commands).includes(args[0] ?? '') ? undefined : known
    if (!wrapper) return { program, args, assigned, folders, scripts: scriptsOf(program, args, input) }
    const { options, operands } = split(wrapper.commands ? args.slice(1) : args, wrapper)
    const said = (names?: string) => options.flatMap(([name, value]) => (namesIn(names).includes(name) ? [value] : []))
    if (said(wrapper.looks).length > 0) return { program: '', args: [], assigned, folders, scripts: [] }
    folders.push(...said(wrapper.folder))
    const [script] = said(wrapper.script)
    if (script !== undefined) return { program, args, assigned, folders, scripts: [[script, ...operands].join(' ')] }
    rest = operands
  }
}

const namesIn = (text = ''): string[] => text.split(' ')

/** The leading options with their values, and what follows them and the wrapper's operands. */
function split(args: readonly string[], { values, folder, script, operands = 0 }: Wrapper) {
  const options: [name: string, value: string][] = []
  const withValue = [values, folder, script].flatMap((names) => namesIn(names))
  let index = 0
  let left = operands
  for (; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') return { options, operands: args.slice(index + 1 + left) }
    if (!/^-./.test(word)) {
      if (left === 0) break
      left -= 1
      continue
    }
    const [name, attached] = word.startsWith('--')
      ? word.split(/=(.*)/s)
      : [word.slice(0, 2), word.slice(2) || undefined]
    const last = `-${word.slice(-1)}`
    if (withValue.includes(name ?? '')) options.push([name ?? '', attached ?? args[++index] ?? ''])
    // In a group of letters, the last one may take a value.
    else if (!word.startsWith('--') && withValue.includes(last)) options.push([last, args[++index] ?? ''])
    else options.push([name ?? '', ''])
  }
  return { options, operands: args.slice(index) }
}

function scriptsOf(program: string, args: readonly string[], input: string | undefined): readonly string[] {
  if (program === 'eval') return [args.join(' ')]
  if (program === 'find') return executedBy(args)
  if (program === 'source' || program === '.') return readBy(args[0], input)
  if (!shells.includes(program)) return []
  let isCommand = false
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (shellValues.includes(word)) index++
    else if (/^-[a-zA-Z]*c/.test(word)) isCommand = true
    // Further words are the script's arguments.
    else if (/^-[a-zA-Z]*s/.test(word)) break
    else if (!/^[-+]./.test(word) || word === '--') {
      const script = word === '--' ? args[index + 1] : word
      return isCommand && script !== undefined ? [script] : readBy(script, input)
    }
  }
  return input === undefined ? [] : [input]
}

/** A file is not read, unless it is the script's own input. */
const readBy = (file: string | undefined, input: string | undefined): readonly string[] =>
  input !== undefined && /^(?:<\(|\/dev\/(?:stdin|fd\/0)$)/.test(file ?? '') ? [input] : []

/** The commands that `find` runs for each file. */
function executedBy(args: readonly string[]): string[] {
  const scripts: string[] = []
  for (let at = args.findIndex(isExec); at >= 0; at = args.findIndex((word, index) => index > at && isExec(word))) {
    const end = args.findIndex((word, index) => index > at && (word === ';' || word === '+'))
    scripts.push(quoted(args.slice(at + 1, end < 0 ? undefined : end)))
  }
  return scripts
}
const isExec = (word: string): boolean => /^-(?:exec|ok)(?:dir)?$/.test(word)

const nameOf = (program: string): string => posix.basename(win32.basename(program)).replace(/\.exe$/i, '')
