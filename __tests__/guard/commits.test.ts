import fc from 'fast-check'
import { type Commit, commitsIn } from '../../src/guard/commits'
import { often } from '../support/proving'

const guarded = (...folders: string[]): Commit => ({ folders, skips: false })
const skipped = (...folders: string[]): Commit => ({ folders, skips: true })

test.each<[string, string[]]>([
  ['git commit -m "one; two && three"', []],
  ['git status\ngit commit -m x', []],
  ['git \\\n  commit -m x', []],
  ['git com\\\nmit -m x', []],
  ['(cd packages/a && git commit)', ['packages/a']],
  ['cd a; cd ../b; git commit', ['a', '../b']],
  ['(cd a); git commit', []],
  ['cd a | cat; git commit', []],
  ['pushd a && git commit', ['a']],
  ['git -C sub -c user.name=me commit', ['sub']],
  ['git --work-tree=sub commit', ['sub']],
  ['git --git-dir .git --no-pager commit', []],
  ["'C:\\Program Files\\Git\\bin\\git.exe' commit", []],
  ["git commit -m \"$(cat <<'EOF'\nFix it\n\nIt's fixed (really).\nEOF\n)\"", []],
  ['2>/dev/null git commit', []],
  ['>o git commit', []],
  ['while ! git commit; do sleep 1; done', []],
  ['case $x in a) git commit;; esac', []],
  ['save() { git commit -m "$1"; }; save x', []],
  ['echo `git commit -m x`', []],
  ['diff <(git commit) a', []],
  ['true || (false; (git commit))', []],
])('a commit is seen %j', (line, folders) => {
  expect(commitsIn(line)).toEqual([guarded(...folders)])
})

const cases = ['if test -f a; git commit; end', 'git add -A; git commit -m "a', 'fi\ngit commit']
test.each(cases)('a commit is seen in what Bash would not take: %s', (line) => {
  expect(commitsIn(line)).toContainEqual(guarded())
})

describe('a commit that leaves out the guard is seen as such', () => {
  // biome-ignore format: in one paragraph
  test.each([
    'SPELL_GUARD=0 git commit -m x', 'env SPELL_GUARD=0 git commit', 'sudo SPELL_GUARD=0 git commit',
    'export SPELL_GUARD=0; git commit', 'SPELL_GUARD=0; git commit', 'SPELL_GUARD="0" bash -c "git commit"',
    'HUSKY=0 git commit', 'git commit --no-verify -m x', 'git commit --no-verif -m x', 'git commit -n -m x',
    'git commit -anm x', 'git commit -m fix#12 -n', 'git commit -m "-m" -n', 'git -c core.hooksPath=/dev/null commit',
    'eval "export SPELL_GUARD=0"; git commit',
  ])('%j', (line) => {
    expect(commitsIn(line)).toEqual([skipped()])
  })

  // biome-ignore format: in one paragraph
  test.each([
    'git commit -uno -m x', 'git commit -Snone -m x', 'git commit -Fnotes', 'git commit -cnew', 'git commit -mn',
    'git commit -m -n', 'git commit --message -n', 'git commit --author "n <n>" -m x', 'git commit -m x -- -n',
    'git commit --no-edit', '(export SPELL_GUARD=0); git commit', 'SPELL_GUARD=1 git commit',
  ])('and one that does not, is not: %j', (line) => {
    expect(commitsIn(line)).toEqual([guarded()])
  })
})

// biome-ignore format: in one paragraph
test.each([
    '', 'echo "git commit"', "grep -rn 'git commit' docs", 'git log --grep commit', 'git show commit',
    'git commit-tree HEAD', 'cat > README.md <<EOF\ngit commit\nEOF',
    "cat > run.sh <<'EOF'\n#!/bin/sh\ngit commit -n\nEOF\nchmod +x run.sh", 'ls # git commit', '# git commit\nls',
    'gitk commit', 'git', 'cd commit && git status', 'bash commit.sh',
    'bash <<< "echo git commit"', 'printf "git commit" > notes.md',
  ])('no commit is seen in %j', (line) => {
    expect(commitsIn(line)).toEqual([])
  })

test('each commit of a line is seen', () => {
  expect(commitsIn('git commit -m a && cd x && git commit -nm b')).toEqual([guarded(), skipped('x')])
})

describe('how a commit is written changes nothing', () => {
  /** Each commit with its decision. */
  const commits: readonly (readonly [line: string, skips: boolean])[] = [
    ['git commit -m x', false],
    ['git commit', false],
    ['git commit -uno -am "a # b"', false],
    ["git commit -m 'it''s'", false],
    ['git commit --no-verify -m x', true],
    ['git commit -nm x', true],
    ['SPELL_GUARD=0 git commit -m x', true],
  ]
  const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const script = (run: (text: string) => string) => (line: string) => run(single(line))
  /** Only a plain command can stand behind a program: variables before it belong to a shell. */
  const program = (words: string) => (line: string) => `${words} ${line.replace(/^(\w+=\S+) /, 'env $1 ')}`
  const ways: Readonly<Record<string, (line: string) => string>> = {
    'a comment before': (line) => `# what comes now\n${line}`,
    'a comment behind a command before': (line) => `git add -A # all of it\n${line}`,
    'a head of a script': (line) => `#!/bin/bash\nset -euo pipefail\n${line}`,
    'empty lines': (line) => `\n\n  ${line}\n\n`,
    'line ends of Windows': (line) => `git status\r\n${line}\r\n`,
    'a comment at the end': (line) => `${line} # done`,
    'a word with # before': (line) => `echo a#b; ${line}`,
    'a here-document before': (line) => `cat > a.md <<'END'\nsome 'text\nEND\n${line}`,
    'a command before': (line) => `true && ${line}`,
    'a pipe': (line) => `${line} 2>&1 | tail -3`,
    'a subshell': (line) => `(${line})`,
    braces: (line) => `{ ${line}; }`,
    'an if': (line) => `if true; then ${line}; else ls; fi`,
    'a loop': (line) => `for i in 1 2; do ${line}; done`,
    'a negation': (line) => `! ${line}`,
    'the background': (line) => `${line} &`,
    'a substitution': (line) => `echo "$(${line})"`,
    'another folder': (line) => `cd . && ${line}`,
    timeout: program('timeout 60'),
    'timeout with a signal': program('timeout -s KILL -k 5 60'),
    nice: program('nice -n 10'),
    sudo: program('sudo -u root'),
    'sudo, in one word': program('sudo -nu root'),
    env: program('env -u FOO A=1'),
    nohup: program('nohup'),
    exec: program('exec'),
    command: program('command'),
    time: program('/usr/bin/time -f %e'),
    xargs: program('echo x | xargs -n 1 -I {}'),
    'several of them': program('sudo -E timeout 5 nice'),
    'a folder before git': (line) => line.replace('git', '/usr/local/bin/git'),
    'quotes in the middle': (line) => line.replace('git commit', `g"i"t com'mit'`),
    'sh -c': script((text) => `sh -c ${text}`),
    'bash -lc': script((text) => `bash -lc ${text}`),
    'options before -c': script((text) => `bash -e -o pipefail -c ${text}`),
    'a shell in a shell': script((text) => `sh -c ${single(`bash -c ${text}`)}`),
    eval: script((text) => `eval ${text}`),
    'a here-string': script((text) => `bash <<< ${text}`),
    'a here-document': (line) => `bash <<'END'\n${line}\nEND`,
  }

  test.each(Object.entries(ways))('%s', (_, way) => {
    for (const [line, skips] of commits) {
      expect({ line: way(line), skips: commitsIn(way(line)).map((commit) => commit.skips) }).toEqual({
        line: way(line),
        skips: [skips],
      })
    }
  })

  test('also where one of these is in another', () => {
    const any = fc.constantFrom(...Object.keys(ways))
    fc.assert(
      fc.property(fc.constantFrom(...commits), any, any, ([line, skips], inner, outer) => {
        // A here-document inside another construct would end elsewhere.
        const once = ways[inner]?.(line) ?? ''
        fc.pre(!once.includes('\n') && !/^(?:echo x \||! |\(|\{|if |for |cd |true |export )|&$|[|#]/.test(once))
        expect(commitsIn(ways[outer]?.(once) ?? '').map((commit) => commit.skips)).toEqual([skips])
      }),
      { numRuns: often(2000) },
    )
  })
})

test('no line, however strange, makes it fail', () => {
  const words = 'git commit " \' $( ) ` \\ <<EOF && | ; -c # { ${ eval sh'.split(' ')
  const part = fc.constantFrom(...words, ' ', '\n')
  fc.assert(fc.property(fc.array(part), (parts) => Array.isArray(commitsIn(parts.join('')))))
  fc.assert(fc.property(fc.string(), (line) => Array.isArray(commitsIn(line))))
})

test('a script that holds itself in quotes again and again comes to an end', () => {
  let line = 'git commit'
  for (let depth = 0; depth < 12; depth++) line = `eval ${JSON.stringify(line)}`
  expect(commitsIn(line)).toEqual([guarded()])
  expect(commitsIn(`${'sh -c "'.repeat(200)}git commit`)).toEqual(expect.any(Array))
})
