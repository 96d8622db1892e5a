import { sidesOf } from '../../../src/work/state/conflict'
import { makeRepository } from '../../support/git-repository'
import { shell } from '../../support/packed-in-shell'

const conflict = '<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n'

test.each([
  ['nothing', ''],
  ['a text', 'one\ntwo\n'],
  ['a heading underlined', 'Title\n=======\n'],
  ['a conflict that is not closed', '<<<<<<< HEAD\nmine\n=======\ntheirs\n'],
  ['a conflict without a middle', '<<<<<<< HEAD\nmine\n>>>>>>> other\n'],
])('%s has no sides', (_, text) => {
  expect(sidesOf(text)).toBeUndefined()
})

test.each([
  ['in the middle', `a\n${conflict}b\n`, 'a\nmine\nb\n', 'a\ntheirs\nb\n'],
  ['twice', `${conflict}a\n${conflict}`, 'mine\na\nmine\n', 'theirs\na\ntheirs\n'],
  ['with CRLF', conflict.replaceAll('\n', '\r\n'), 'mine\r\n', 'theirs\r\n'],
  ['where one side has nothing', '<<<<<<< HEAD\n=======\ntheirs\n>>>>>>> x\n', '', 'theirs\n'],
])('a conflict %s has two', (_, text, ours, theirs) => {
  expect(sidesOf(text)).toEqual({ ours, theirs })
})

test.each(['merge', 'diff3', 'zdiff3'])('what git leaves, in the style %s, has both branches', (style) => {
  const shop = makeRepository({ file: 'first\nbase\nlast\n' })
  const git = (line: string) => shell(shop.path, `git -c user.name=Ada -c user.email=ada@example.com ${line}`)
  git('add file')
  git('commit -qm base')
  git('checkout -qb other')
  shop.write({ file: 'first\ntheirs\nlast\n' })
  git('commit -qam theirs')
  git('checkout -q -')
  shop.write({ file: 'first\nours\nmore of ours\nlast\n' })
  git('commit -qam ours')
  expect(git(`-c merge.conflictStyle=${style} merge other`).exitCode).toBe(1)
  expect(sidesOf(shop.read('file'))).toEqual({
    ours: 'first\nours\nmore of ours\nlast\n',
    theirs: 'first\ntheirs\nlast\n',
  })
})
