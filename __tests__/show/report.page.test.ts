import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeUserPage } from '../../src/show/report'
import { makeFolder } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'

const mark = '<!doctype html>\n<!-- mark -->\n'
const write = (root: string, file: string, text = 'new') =>
  writeUserPage(root, join(root, file), `${mark}${text}`, mark, 'spell report', 'part')

test('a page is written, and an earlier one replaced', () => {
  const root = makeFolder({ 'b.html': `${mark}old`, 'empty.html': '' })
  for (const file of ['a.html', 'b.html', 'empty.html']) write(root.path, file)
  expect(readdirSync(root.path).sort()).toEqual(['a.html', 'b.html', 'empty.html'])
  for (const file of ['a.html', 'b.html', 'empty.html']) expect(root.read(file)).toBe(`${mark}new`)
})

test('a page can be written outside of the root', () => {
  const [root, other] = [makeFolder(), makeFolder()]
  writeUserPage(root.path, join(other.path, 'a.html'), mark, mark, 'spell report', 'part')
  expect(other.read('a.html')).toBe(mark)
})

test.each<[string, string, string]>([
  ['another file', '.ai/task/state.json', 'not-a-page'],
  ['a folder', '.ai/task', 'not-a-file'],
  ['a folder that is not there', 'no/a.html', 'no-such-folder'],
])('%s is refused, and nothing changes', async (_, file, code) => {
  const root = makeFolder({ '.ai/task/state.json': '{}' })
  expect(await failing(() => write(root.path, file))).toMatchObject({ code })
  expect(root.contents()).toEqual({ '.ai/task/state.json': '{}' })
})

testOnPosix('a link is not followed, wherever it leads', async () => {
  const [root, other] = [makeFolder({ 'b.html': mark }), makeFolder()]
  mkdirSync(join(root.path, 'inside'))
  symlinkSync(join(root.path, 'b.html'), join(root.path, 'a.html'))
  symlinkSync(other.path, join(root.path, 'out'))
  symlinkSync(join(root.path, 'inside'), join(root.path, 'in'))
  expect(await failing(() => write(root.path, 'a.html'))).toMatchObject({ code: 'link-in-the-way' })
  expect(await failing(() => write(root.path, 'out/a.html'))).toMatchObject({ code: 'link-outside' })
  write(root.path, 'in/a.html')
  expect(root.read('inside/a.html')).toBe(`${mark}new`)
  symlinkSync(join(root.path, 'b.html'), join(other.path, 'c.html'))
  expect(
    await failing(() => writeUserPage(root.path, join(other.path, 'c.html'), mark, mark, 'spell report', 'part')),
  ).toMatchObject({ code: 'link-in-the-way' })
  expect(root.read('b.html')).toBe(mark)
})
