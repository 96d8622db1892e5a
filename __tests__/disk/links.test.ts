import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { refuseLinks } from '../../src/disk/links'
import { makeFolder } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'

const outside = () => makeFolder({ 'secret.md': 'secret' }).path

testOnPosix.each<[what: string, link: string, to: () => string, path: string, code: string | undefined]>([
  ['in the place of a file', '.ai/a.md', () => 'b.md', '.ai/a.md', 'link-in-the-way'],
  ['to nowhere in the place of a file', '.ai/a.md', () => 'nowhere', '.ai/a.md', 'link-in-the-way'],
  ['to a folder outside on the path', '.ai/task', outside, '.ai/task/a.md', 'link-outside'],
  ['to the folder above on the path', '.ai/task', () => '../..', '.ai/task/a.md', 'link-outside'],
  ['far up on the path', '.ai/task', outside, '.ai/task/b/c/d.md', 'link-outside'],
  ['to nowhere on the path', '.ai/task', () => 'nowhere', '.ai/task/a.md', 'link-in-the-way'],
  ['to itself on the path', '.ai/task', () => 'task', '.ai/task/a.md', 'link-in-the-way'],
  ['to a folder inside on the path', '.ai/task', () => '../docs', '.ai/task/a.md', undefined],
])('a link %s', async (_, link, to, path, code) => {
  const folder = makeFolder({ 'docs/here.md': '' })
  mkdirSync(join(folder.path, '.ai'))
  symlinkSync(to(), join(folder.path, link))
  const act = () => refuseLinks(folder.path, ['.ai/other.md', path])
  if (code === undefined) expect(act()).toBeUndefined()
  else expect(await failing(act)).toMatchObject({ exitCode: 1, code, message: expect.stringContaining(link) })
})

test('if nothing is yet nothing is in the way', () => {
  expect(refuseLinks(makeFolder().path, ['.ai/task/a/b/c.md'])).toBeUndefined()
})
