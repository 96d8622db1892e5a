import fc from 'fast-check'
import { commitsIn } from '../../../src/commands/guard/commits'

describe('a commit is seen', () => {
  test.each<[string, string[]]>([
    ['git commit', []],
    ['git commit -m "one; two && three"', []],
    ['git add -A && git commit -m x && git push', []],
    ['npm test; git commit -am x', []],
    ['git status\ngit commit -m x', []],
    ['git \\\n  commit -m x', []],
    ['(cd packages/a && git commit)', ['packages/a']],
    ['cd a; cd ../b; git commit', ['a', '../b']],
    ['git -C sub -c user.name=me commit', ['sub']],
    ['git --git-dir .git --no-pager commit', []],
    ['/usr/bin/git commit', []],
    ['"C:\\\\Program Files\\\\Git\\\\bin\\\\git.exe" commit', []],
    ['GIT_AUTHOR_NAME=me git commit', []],
    ['env A=1 git commit', []],
    ['sudo -E git commit', []],
    ['time git commit', []],
    ['bash -lc "cd x && git commit -m y"', ['x']],
    ["git commit -m \"$(cat <<'EOF'\nFix it\n\nIt's fixed (really).\nEOF\n)\"", []],
    ['git commit --amend --no-edit 2>&1 | tail -3', []],
    ['if true; then git commit; fi', []],
  ])('%j', (line, folders) => {
    expect(commitsIn(line)).toEqual([{ folders, skips: false }])
  })
})

describe('a commit that leaves out the guard is seen as such', () => {
  test.each([
    'SPELL_GUARD=0 git commit -m x',
    'env SPELL_GUARD=0 git commit',
    'export SPELL_GUARD=0; git commit',
    'SPELL_GUARD=0; git commit',
    'SPELL_GUARD=0 bash -c "git commit"',
    'git commit --no-verify -m x',
    'git commit -n -m x',
    'git commit -anm x',
  ])('%j', (line) => {
    expect(commitsIn(line)).toEqual([{ folders: [], skips: true }])
  })
})

describe('no commit is seen in', () => {
  test.each([
    '',
    'echo "git commit"',
    "grep -rn 'git commit' docs",
    'git log --grep commit',
    'git show commit',
    'git commit-tree HEAD',
    'cat > README.md <<EOF\ngit commit\nEOF',
    'ls # git commit',
    'gitk commit',
    'git',
    'cd commit && git status',
  ])('%j', (line) => {
    expect(commitsIn(line)).toEqual([])
  })
})

test('each commit of a line is seen', () => {
  expect(commitsIn('git commit -m a && cd x && git commit -nm b')).toEqual([
    { folders: [], skips: false },
    { folders: ['x'], skips: true },
  ])
})

test('no line, however strange, makes it fail', () => {
  const part = fc.constantFrom(
    'git',
    'commit',
    ' ',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '\\',
    '\n',
    '<<EOF',
    '&&',
    '|',
    ';',
    '-c',
    '#',
    '{',
    '${',
  )
  fc.assert(fc.property(fc.array(part), (parts) => Array.isArray(commitsIn(parts.join('')))))
  fc.assert(fc.property(fc.string(), (line) => Array.isArray(commitsIn(line))))
})
