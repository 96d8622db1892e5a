import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../support/casting'
import { type Folder, makeFolder, plainEnv } from '../../support/folder'
import { hasTerminal, runInTerminal } from '../../support/packed-in-terminal'
import { program } from '../../support/packed-program'

/** Tab in the real shells; one that is not installed here is skipped, and says so by its name. */

const isHere = (name: string) => spawnSync(name, ['--version']).status === 0
const describeWith = (...needed: readonly boolean[]) => (needed.every(Boolean) ? describe : describe.skip)

/** Work that is complete: of the spells it can be reviewed, planned again or looked at. */
const files = {
  ...standing('ACHIEVE_COMPLETE'),
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md': '# Orders\n\n- [x] they are exported\n',
  'other shop/.ai/.keep': '',
  'my note.md': 'because',
}

/** What a user writes before Tab, and the word that it becomes at the end. */
const completed: readonly (readonly [line: string, word: string])[] = [
  ['spell fin', 'finite'],
  ['spell completion po', 'powershell'],
  ['spell lumos --fo', '--for'],
  ['spell --quiet accio --no-c', '--no-color'],
  ['spell init --agents claude,cod', 'claude,codex'],
  ['spell doctor --set GATHER_N', 'GATHER_NEEDS_CONTEXT'],
]
const assigned = [['spell lumos --for=d', '--for=developer']] as const
const paths: typeof completed = [
  ['spell --cwd oth', 'other shop/'],
  ['spell accio --note-file my', 'my note.md'],
  // There the work has not begun.
  ['spell --cwd other\\ shop acc', 'accio'],
]
/** What stays as it is, because it cannot be cast now or is no command. */
const unchanged = ['spell acc', 'spell rever', 'spell ne\\x', 'spell abracadabra lum'] as const

/** A place where `spell` is the packed program, and the own folder of a user with these files. */
function makePlace(own: Readonly<Record<string, string>> = {}) {
  const shop = makeFolder(files)
  const home = makeFolder({ ...own, 'bin/spell': `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n` })
  chmodSync(join(home.path, 'bin', 'spell'), 0o755)
  const env = { PATH: `${join(home.path, 'bin')}:${process.env.PATH}`, HOME: home.path, ZDOTDIR: home.path }
  return { shop, home, env }
}

/** Presses Tab after each line, has the shell print what became of it, and tells that. */
async function tabEach(
  { shop, env }: ReturnType<typeof makePlace>,
  shell: readonly string[],
  lines: readonly string[],
): Promise<readonly string[]> {
  const toFront = '\u0001'
  const dialogue = lines.map((line, index) => [`ready${index}> `, `${line}\t${toFront}echo became \r`] as const)
  const last = [`ready${lines.length}> `, 'exit\r'] as const
  const { text } = await runInTerminal(shop.path, shell, [...dialogue, last], env)
  return [...text.matchAll(/^became (.*)$/gm)].map(([, said = '']) => said.replace(/[ /]*$/, ''))
}

/** What the line is for the command, once its last word is complete; zsh takes the last slash away. */
const whole = (line: string, word: string) =>
  `${line.replace(/(\\.|[^\s\\])*$/, '')}${word}`.replaceAll('\\', '').replace(/\/$/, '')

const interactive = [
  [
    'bash',
    ['bash', '--noprofile', '--rcfile', '.bashrc', '-i'],
    {
      '.bashrc': `bind 'set enable-bracketed-paste off'
bind 'set show-all-if-ambiguous on'
PROMPT_COMMAND='PS1="ready$((count++))> "'
eval "$(spell completion bash)"
`,
    },
  ],
  [
    'zsh',
    ['zsh', '-d', '-i'],
    {
      '.zshrc': `bindkey -e
precmd() { PS1="ready$((count++))> " }
autoload -Uz compinit && compinit -u -D
eval "$(spell completion zsh)"
`,
    },
  ],
] as const

describe.each(interactive)('in %s', (name, shell, own) => {
  const start = (home: Folder) => shell.map((word) => (word === '.bashrc' ? join(home.path, word) : word))

  describeWith(hasTerminal, isHere(name))(`(needs ${name}, and script of util-linux)`, () => {
    test('Tab completes what can stand there, and nothing else', async () => {
      const place = makePlace(own)
      const wanted = [...completed, ...assigned, ...paths]
      const lines = [...wanted.map(([line]) => line), ...unchanged]
      const became = await tabEach(place, start(place.home), lines)
      expect(became).toEqual([
        ...wanted.map(([line, word]) => whole(line, word)),
        ...unchanged.map((line) => line.replaceAll('\\', '')),
      ])
    })

    test('Tab lists the spells that can be cast now, before all commands', async () => {
      const { shop, home, env } = makePlace(own)
      const { text } = await runInTerminal(
        shop.path,
        start(home),
        [
          ['ready0> ', 'spell \t'],
          ['completion', '\u0015exit\r'],
        ],
        env,
      )
      for (const word of ['reparo', 'finite', 'lumos', 'init', 'history'])
        expect(text).toMatch(new RegExp(`\\b${word}\\b`))
      for (const word of ['accio', 'expecto', 'reverto']) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`))
      expect(text.search(/\breparo\b/)).toBeLessThan(text.search(/\bfinite\b/))
      expect(text.search(/\bfinite\b/)).toBeLessThan(text.search(/\blumos\b/))
    })
  })
})

describeWith(isHere('zsh'))('in zsh (needs zsh)', () => {
  const zsh = (place: ReturnType<typeof makePlace>, line: string) =>
    spawnSync('zsh', ['-f', '-c', line], { cwd: place.shop.path, encoding: 'utf8', env: { ...plainEnv, ...place.env } })

  test('the script says what is missing if zsh has no completion yet', () => {
    const { stderr, status } = zsh(makePlace(), 'eval "$(spell completion zsh)"')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^spell: .*autoload -Uz compinit && compinit\n$/)
  })

  const testInTerminal = hasTerminal ? test : test.skip
  testInTerminal('the script can be a file where zsh looks for functions', async () => {
    const place = makePlace({
      '.zshrc': 'bindkey -e\nPS1="ready0> "\nfpath=(~/functions $fpath)\nautoload -Uz compinit && compinit -u -D\n',
    })
    place.home.write({ 'functions/_spell': readFileSync('templates/completion/spell.zsh', 'utf8') })
    const keys = [
      ['ready0> ', 'spell fin\t\u0001echo became \r'],
      ['became spell finite', 'exit\r'],
    ] as const
    expect((await runInTerminal(place.shop.path, ['zsh', '-d', '-i'], keys, place.env)).text).toContain(
      'became spell finite',
    )
  })
})

describeWith(isHere('fish'))('in fish (needs fish)', () => {
  /** Asks fish itself what it would offer at the end of each line. */
  const offers = ({ shop, env }: ReturnType<typeof makePlace>, lines: readonly string[], first = 'true') => {
    const ask = 'for line in $argv; complete -C $line; echo .; end'
    const script = `spell completion fish | source; ${first}; ${ask}`
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script, ...lines], {
      cwd: shop.path,
      encoding: 'utf8',
      env: { ...plainEnv, ...env },
    })
    expect(stderr).toBe('')
    return stdout.split(/^\.\n/m).map((each) => each.split('\n').filter(Boolean))
  }
  const words = (each: readonly string[] = []) => each.map((offer) => offer.split('\t')[0])

  test('Tab completes what can stand there, and nothing else', () => {
    const wanted = [...completed, ...assigned, ...paths]
    const found = offers(makePlace(), [...wanted.map(([line]) => line), ...unchanged])
    const expected = [...wanted.map(([, word]) => [word]), ...unchanged.map(() => []), []]
    expect(found.map(words)).toEqual(expected)
  })

  test('Tab offers the spells that can be cast now before all commands, and says what each does', () => {
    const [found = []] = offers(makePlace(), ['spell '])
    expect(words(found).slice(0, 4)).toEqual(['reparo', 'finite', 'lumos', 'init'])
    expect(found[2]).toMatch(/^lumos\tshows where you are/)
  })

  test('Tab is silent if there is no spell any more', () => {
    expect(offers(makePlace(), ['spell fin'], 'set PATH /usr/bin /bin')).toEqual([[], []])
  })
})

describeWith(isHere('pwsh'))('in PowerShell (needs pwsh)', () => {
  const offers = ({ shop, env }: ReturnType<typeof makePlace>, line: string) => {
    const asked =
      'spell completion powershell | Out-String | Invoke-Expression; (TabExpansion2 -inputScript $env:LINE -cursorColumn $env:LINE.Length).CompletionMatches.CompletionText'
    const { stdout } = spawnSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', asked], {
      cwd: shop.path,
      encoding: 'utf8',
      env: { ...plainEnv, ...env, LINE: line },
    })
    return stdout.split(/\r?\n/).filter(Boolean)
  }

  // A comma makes a list for PowerShell, of which it completes the last.
  test.each(completed.filter(([line]) => !line.includes(',')))('Tab after "%s" offers %s', (line, word) => {
    expect(offers(makePlace(), line)).toEqual([word])
  })

  test('Tab offers the spells that can be cast now before all commands', () => {
    expect(offers(makePlace(), 'spell ').slice(0, 4)).toEqual(['reparo', 'finite', 'lumos', 'init'])
  })
})
