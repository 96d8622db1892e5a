import { fromJson, isRecord } from '../../text/json'

/** By the lock file, the package manager that runs scripts. */
const lockFiles = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'package-lock.json': 'npm' } as const
const makefiles = ['GNUmakefile', 'makefile', 'Makefile'] as const
/** By the file that has its settings or its tests, the text in it that says so; empty if its presence does. */
const forPytest = {
  'pytest.ini': '',
  'conftest.py': '',
  'tests/conftest.py': '',
  'pyproject.toml': 'pytest',
  'setup.cfg': '[tool:pytest]',
  'tox.ini': '[pytest]',
} as const

/** The files whose text tells something, and those of which it is enough to know that they exist. */
export const filesRead: readonly string[] = [
  'package.json',
  ...makefiles,
  ...Object.entries(forPytest).flatMap(([path, text]) => (text === '' ? [] : path)),
]
export const toldByPresence: readonly string[] = [
  ...Object.keys(lockFiles),
  'Cargo.toml',
  'go.mod',
  ...Object.entries(forPytest).flatMap(([path, text]) => (text === '' ? path : [])),
]

/** The most commands to name, and the most of one file. */
const most = 8
const mostOfOneFile = 5

/**
 * @param files the text of each of `filesRead` that could be read, and `true` for each of `toldByPresence` that exists
 * @returns commands that may show a criterion, such as `npm test`; each is of plain characters, whatever the files say
 */
export function repositoryCommands(files: Readonly<Record<string, string | true | undefined>>): readonly string[] {
  const textOf = (path: string) => (typeof files[path] === 'string' ? files[path] : '')
  const makefile = makefiles.map(textOf).find((text) => text !== '') ?? ''
  const hasPytest = Object.entries(forPytest).some(([path, text]) =>
    text === '' ? files[path] === true : textOf(path).includes(text),
  )
  return [
    ...scriptsIn(textOf('package.json'), files),
    ...(files['Cargo.toml'] === true ? ['cargo test'] : []),
    ...(hasPytest ? ['pytest'] : []),
    ...(files['go.mod'] === true ? ['go test ./...'] : []),
    ...likelyFirst(targetsIn(makefile)).map((target) => `make ${target}`),
  ].slice(0, most)
}

function scriptsIn(text: string, files: Readonly<Record<string, unknown>>): string[] {
  const manifest = fromJson(text)
  if (!isRecord(manifest) || !isRecord(manifest.scripts)) return []
  const named = /^(npm|pnpm|yarn)@/.exec(String(manifest.packageManager))?.[1]
  const locked = Object.entries(lockFiles).find(([path]) => files[path] === true)?.[1]
  const manager = named ?? locked ?? 'npm'
  const names = Object.keys(manifest.scripts)
  // What runs before and after another script runs with it.
  const own = names.filter((name) => !/^(?:pre|post)./.test(name) || !names.includes(name.replace(/^(?:pre|post)/, '')))
  return likelyFirst(own).map((name) => (name === 'test' ? `${manager} test` : `${manager} run ${name}`))
}

/** Variables (`NAME := …`), patterns (`%.o`) and special targets (`.PHONY`) are no targets to name. */
const targetsIn = (makefile: string): string[] =>
  [...makefile.matchAll(/^([A-Za-z0-9][\w.-]*)[ \t]*:(?![:=]*=)/gm)].map(([, target = '']) => target)

const likely = [/test/i, /spec/i, /lint/i, /type/i, /build/i]

/** Only plain names: one from a foreign repository may say anything. */
function likelyFirst(names: readonly string[]): string[] {
  const rank = (name: string) => [...likely.map((pattern) => pattern.test(name)), true].indexOf(true)
  return [...new Set(names)]
    .filter((name) => /^[A-Za-z0-9][\w.:/@-]{0,39}$/.test(name))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostOfOneFile)
}
