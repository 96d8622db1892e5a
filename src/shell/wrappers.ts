import { posix, win32 } from 'node:path'
import { quoted } from './quoted'

/** A program that runs the command in its arguments. */
interface Wrapper {
  /** Its subcommands that do so; with any other it is no wrapper. */
  readonly commands?: readonly string[]
  /** Options that take the next word. */
  readonly values?: readonly string[]
  /** How many operands precede the command: a time, a file. */
  readonly operands?: number
  /** Options that take the working directory of the command. */
  readonly folder?: readonly string[]
  /** Options that take a script. */
  readonly script?: readonly string[]
  /** Options with which nothing is run. */
  readonly looks?: readonly string[]
}

const timeout = { values: ['-s', '--signal', '-k', '--kill-after'], operands: 1 }
const npx = { values: ['-p', '--package', '-w', '--workspace'], script: ['-c', '--call'] }

const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  busybox: {},
  caffeinate: { values: ['-t', '-w'] },
  chrt: { values: ['-T', '--sched-runtime', '-P', '--sched-period', '-D', '--sched-deadline'], operands: 1 },
  command: { looks: ['-v', '-V'] },
  'cross-env': {},
  direnv: { commands: ['exec'], operands: 1 },
  doas: { values: ['-u', '-C'] },
  env: {
    values: ['-u', '--unset', '-a', '--argv0'],
    folder: ['-C', '--chdir'],
    script: ['-S', '--split-string'],
  },
  exec: { values: ['-a'] },
  flock: { values: ['-w', '--timeout', '-E', '--conflict-exit-code'], operands: 1, script: ['-c', '--command'] },
  gtimeout: timeout,
  ionice: { values: ['-c', '--class', '-n', '--classdata'] },
  nice: { values: ['-n', '--adjustment'] },
  nohup: {},
  npm: { ...npx, commands: ['exec', 'x'] },
  npx,
  pnpm: { commands: ['exec', 'dlx'] },
  script: {
    values: ['-o', '--output-limit', '-I', '--log-in', '-O', '--log-out', '-B', '--log-io'].concat([
      '-T',
      '--log-timing',
      '-m',
      '--logging-format',
      '-E',
      '--echo',
    ]),
    operands: 1,
    script: ['-c', '--command'],
  },
  setsid: {},
  stdbuf: { values: ['-i', '--input', '-o', '--output', '-e', '--error'] },
  strace: { values: ['-o', '-e', '-s', '-u', '-E', '-a', '-O', '-S', '-P', '-b', '-I'] },
  su: { values: ['-g', '--group', '-G', '-s', '--shell', '-w'], operands: 2, script: ['-c', '--command'] },
  sudo: {
    values: ['-u', '--user', '-g', '--group', '-h', '--host', '-p', '--prompt', '-r', '--role', '-t', '--type'].concat([
      '-C',
      '--close-from',
      '-T',
      '--command-timeout',
      '-U',
      '--other-user',
      '-R',
      '--chroot',
    ]),
    folder: ['-D', '--chdir'],
  },
  'systemd-run': {
    values: ['-u', '--unit', '-p', '--property', '-E', '--setenv', '-M', '--machine', '-H', '--host'].concat([
      '--description',
      '--slice',
      '--uid',
      '--gid',
      '--nice',
    ]),
    folder: ['--working-directory'],
  },
  taskset: { operands: 1 },
  time: { values: ['-f', '--format', '-o', '--output'] },
  timeout,
  unbuffer: {},
  winpty: {},
  'xvfb-run': {
    values: ['-e', '--error-file', '-f', '--auth-file', '-n', '--server-num', '-p', '--xauth-protocol'].concat([
      '-s',
      '--server-args',
      '-w',
      '--wait',
    ]),
  },
  xargs: {
    values: ['-I', '-n', '--max-args', '-P', '--max-procs', '-L', '--max-lines', '-d', '--delimiter'].concat([
      '-a',
      '--arg-file',
      '-s',
      '--max-chars',
      '-E',
    ]),
  },
  yarn: { commands: ['exec', 'dlx'] },
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
  /** Scripts that it runs. */
  readonly scripts: readonly string[]
}

/**
 * @param words a program and its arguments
 * @param input its input, if known
 */
export function unwrap(words: readonly string[], input?: string): Unwrapped {
  const assigned: string[] = []
  const folders: string[] = []
  let rest = [...words]
  for (;;) {
    while (/^\w+=/.test(rest[0] ?? '')) assigned.push(rest.shift() ?? '')
    const [first = '', ...args] = rest
    const program = nameOf(first)
    const known = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined
    const wrapper = known?.commands?.includes(args[0] ?? '') === false ? undefined : known
    if (!wrapper) return { program, args, assigned, folders, scripts: scriptsOf(program, args, input) }
    const { options, operands } = split(wrapper.commands ? args.slice(1) : args, wrapper)
    const said = (names: readonly string[] = []) =>
      options.flatMap(([name, value]) => (names.includes(name) ? [value] : []))
    if (said(wrapper.looks).length > 0) return { program: '', args: [], assigned, folders, scripts: [] }
    folders.push(...said(wrapper.folder))
    const [script] = said(wrapper.script)
    if (script !== undefined) return { program, args, assigned, folders, scripts: [[script, ...operands].join(' ')] }
    rest = operands
  }
}

/** The leading options with their values, and what follows them and the wrapper's operands. */
function split(args: readonly string[], { values = [], folder = [], script = [], operands = 0 }: Wrapper) {
  const options: [name: string, value: string][] = []
  const withValue = [...values, ...folder, ...script]
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
  if (['eval', 'parallel', 'watch'].includes(program)) return [args.join(' ')]
  if (program === 'find') return executedBy(args)
  if (program === 'trap') return args.filter((word) => word !== '--').slice(0, 1)
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
