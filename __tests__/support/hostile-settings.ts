import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Folder } from './folder'
import { git } from './git'

// Settings of git that name programs, in every way in which git can know them.

/** A section as git's documentation writes it, such as `filter "trap"`, and its values. */
type Settings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Programs that leave a trace. */
export interface Traps {
  /** Makes one of this name; returns its path, which needs no quotes. */
  readonly trap: (name: string) => string
  /** The names of those that were run. */
  readonly ran: () => string[]
  readonly forget: () => void
}

const made: string[] = []
afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** Traps last as long as the tests of a file. */
export function makeTraps(): Traps {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spell-traps-')))
  made.push(folder)
  const [programs, marks] = [join(folder, 'programs'), join(folder, 'marks')]
  mkdirSync(programs)
  mkdirSync(marks)
  return {
    trap: (name) => {
      const path = join(programs, name)
      writeFileSync(path, `#!/bin/sh\ntouch ${join(marks, name)}\n`, { mode: 0o755 })
      return path
    },
    ran: () => readdirSync(marks).sort(),
    forget: () => {
      for (const name of readdirSync(marks)) rmSync(join(marks, name))
    },
  }
}

/** Every program that git can start by its settings. */
function programsOf({ trap }: Traps): Settings {
  const named = (section: string, keys: string, after = '') =>
    Object.fromEntries(keys.split(' ').map((key) => [key, `${trap(`${section}.${key}`)}${after}`]))
  // A filter hands on what it is given.
  const filter = (section: string, keys: string) => named(section, keys, '; cat')
  return {
    core: {
      hooksPath: '.git/traps',
      ...named('core', 'fsmonitor pager editor sshCommand askPass gitProxy alternateRefsCommand'),
    },
    'filter "trap"': { ...filter('filter', 'clean smudge'), required: 'true' },
    'filter "long"': { ...named('filter', 'process'), ...filter('filter.long', 'clean') },
    'lfs.extension.trap': filter('lfs.extension', 'clean smudge'),
    'diff "trap"': named('diff', 'command'),
    'diff "text"': named('diff', 'textconv', '; cat'),
    diff: named('diff', 'external'),
    'merge "trap"': { name: 'trap', ...named('merge', 'driver') },
    'trailer "trap"': { key: 'Trap', ...named('trailer', 'command') },
    'trailer "other"': { key: 'Other', ...named('trailer', 'cmd') },
    'hook "trap"': { event: 'post-index-change', ...named('hook', 'command') },
    alias: Object.fromEntries(
      ['status', 'log', 'rev-parse', 'config'].map((name) => [name, `!${trap(`alias.${name}`)}`]),
    ),
    pager: named('pager', 'log status diff config'),
    credential: { helper: `!${trap('credential')}` },
    gpg: named('gpg', 'program'),
    'gpg "ssh"': named('gpg.ssh', 'program defaultKeyCommand'),
    log: { showSignature: 'true' },
    commit: { gpgSign: 'true' },
    tag: { gpgSign: 'true' },
    sequence: named('sequence', 'editor'),
    interactive: named('interactive', 'diffFilter'),
    'tar "trap"': named('tar', 'command'),
    uploadpack: named('uploadpack', 'packObjectsHook'),
    'remote "origin"': { url: `ext::sh -c ${trap('remote.url')}`, ...named('remote', 'uploadpack receivepack') },
    'remote "far"': { url: 'ssh://shop.example/x' },
    'remote "vcs"': { url: 'trap::x', vcs: 'trap' },
    protocol: { allow: 'always' },
    'protocol "ext"': { allow: 'always' },
    extensions: { partialClone: 'origin' },
    'branch "main"': { remote: 'origin', merge: 'refs/heads/main' },
    'submodule "x"': { url: './x', active: 'true', update: `!${trap('submodule.update')}` },
    submodule: { recurse: 'true' },
    status: { submoduleSummary: 'true' },
  }
}

const hooks =
  'pre-commit prepare-commit-msg post-index-change fsmonitor-watchman post-checkout reference-transaction pre-auto-gc post-commit commit-msg post-merge pre-push pre-commit.before-spell'

/** Makes every hook of a repository a trap, and gives its last commit a signature that git could check. */
export function arm(folder: Folder, { trap }: Traps): void {
  sign(folder)
  for (const name of hooks.split(' '))
    for (const place of ['hooks', 'traps']) {
      folder.write({ [`.git/${place}/${name}`]: `#!/bin/sh\n${trap(`${place}.${name}`)}\n` })
      chmodSync(join(folder.path, '.git', place, name), 0o755)
    }
}

/** Tells git of every program, in one of the spellings. */
export const tellGit = (folder: Folder, traps: Traps, spelling: string): void =>
  spellings[spelling]?.(folder, programsOf(traps))

function sign(folder: Folder): void {
  const text = git(folder, 'cat-file', 'commit', 'HEAD')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----'
  folder.write({ '.git/signed': text.replace('\n\n', `\n${signature}\n\n`) })
  const id = git(folder, 'hash-object', '-t', 'commit', '-w', '.git/signed').trim()
  git(folder, 'update-ref', 'HEAD', id)
}

/** What `.gitattributes` says, so that git has a use for them. */
export const attributes = '* filter=trap diff=trap merge=trap\n*.mjs filter=long diff=text\n*.cjs !diff\n'

interface Style {
  readonly heading?: (section: string) => string
  readonly key?: (key: string) => string
  readonly value?: (value: string) => string
  /** Between a heading and its first key, and between the keys. */
  readonly gap?: string
  readonly newline?: string
}

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

const text = (settings: Settings, style: Style = {}): string => {
  const {
    heading = (section) => `[${section}]`,
    key = (name) => name,
    value = quoted,
    gap = '\n\t',
    newline = '\n',
  } = style
  const sections = Object.entries(settings).map(([section, values]) => {
    const lines = Object.entries(values).map(([name, said]) => `${key(name)} = ${value(said)}`)
    return `${heading(section)}${gap}${lines.join('\n\t')}\n`
  })
  return sections.join('').replaceAll('\n', newline)
}

const config = '.git/config'
const append = (folder: Folder, more: string): void => folder.write({ [config]: `${folder.read(config)}${more}` })

/** A section and a name in it that has no capitals. */
const withDot = (section: string): string => section.replace(/^(\w+) "([\w-]+)"$/, '$1.$2')

type Spelling = (folder: Folder, settings: Settings) => void

const written =
  (style: Style): Spelling =>
  (folder, settings) =>
    append(folder, text(settings, style))

const includedBy =
  (including: (path: string) => string): Spelling =>
  (folder, settings) => {
    folder.write({ '.git/more.inc': text(settings) })
    append(folder, including('more.inc'))
  }

/** What git reads its shared files from is a folder whose name ends with a space. */
const inCommonFolder: Spelling = (folder, settings) => {
  const git = join(folder.path, '.git')
  mkdirSync(join(git, 'c '))
  for (const name of ['config', 'objects', 'refs', 'hooks', 'traps'])
    cpSync(join(git, name), join(git, 'c ', name), { recursive: true, force: true })
  folder.write({ '.git/commondir': './c \n', '.git/c /config': folder.read(config) + text(settings) })
}

/** `.git` is a file, as in a submodule. */
const behindFile: Spelling = (folder, settings) => {
  append(folder, text(settings))
  renameSync(join(folder.path, '.git'), join(folder.path, '.real '))
  folder.write({ '.git': 'gitdir: .real \n' })
}

/** Each puts the settings where git finds them. */
// biome-ignore format: a case is a line
export const spellings: Readonly<Record<string, Spelling>> = {
  'two headings on one line': written({ heading: (section) => `[core] [${section}]` }),
  'headings on lines of their own': written({}),
  'a heading and its first key on one line': written({ gap: ' ' }),
  capitals: written({ heading: (section) => `[${section.replace(/^\w+/, (word) => word.toUpperCase())}]`, key: (name) => name.toUpperCase() }),
  'names after a dot': written({ heading: (section) => `[${withDot(section)}]` }),
  'backslashes in a heading': written({ heading: (section) => `[${section.replace(/"(\w)/, '"\\$1')}]` }),
  'values over several lines': written({ value: (value) => quoted(value).replaceAll(/ (?=\S)/g, '\\\n ') }),
  'comments, and the line endings of Windows': written({ value: (value) => `${quoted(value)} ; # [a]`, newline: '\r\n' }),
  'a mark of Unicode at the beginning': (folder, settings) => folder.write({ [config]: `\uFEFF${folder.read(config)}${text(settings)}` }),
  'a value that is set twice': (folder, settings) => append(folder, text(settings).replace(/^\t(\S+ = )"\/.*$/gm, '\t$1x\n$&')),
  'a file that they include': includedBy((path) => `[include]\n\tpath = ${path}\n`),
  'a file that they include, on one line': includedBy((path) => `[core] [include] path=${path}\n`),
  'a file that a condition includes': includedBy((path) => `[core] [includeIf "gitdir/i:**"]\n path = ${path}\n`),
  'a file that a branch includes': includedBy((path) => `[INCLUDEIF "onbranch:main"] PATH="${path}"\n`),
  'a file that an included one includes': (folder, settings) => {
    folder.write({ '.git/a/b.inc': '[include] path = ../more.inc\n' })
    includedBy(() => '[include] path = a/b.inc\n')(folder, settings)
  },
  'those of one worktree': (folder, settings) => {
    append(folder, '[core] [extensions] worktreeconfig\n')
    folder.write({ '.git/config.worktree': text(settings) })
  },
  'a shared folder whose name ends with a space': inCommonFolder,
  'a folder of git whose name ends with a space': behindFile,
}
