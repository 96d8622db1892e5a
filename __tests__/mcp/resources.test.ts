import { symlinkSync } from 'node:fs'
import { join, posix } from 'node:path'
import fc from 'fast-check'
import { engineer } from '../../src/flows/engineer'
import { file } from '../../src/flows/engineer/files'
import { fileUri, named, readResource, resourcesOf, stateUri } from '../../src/mcp/resources'
import { edgeAt } from '../support/casting'
import { type Folder, makeFolder } from '../support/folder'
import { failing } from '../support/posix'
import { often } from '../support/proving'

const work = engineer
const read = (folder: Folder, uri: string) => readResource(uri, () => edgeAt(folder).texts, edgeAt(folder))

describe('a URI', () => {
  test('of a file names it again, whatever it is called', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[/\\\0]|^\.+$/.test(text))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = ['.ai', ...names].join('/')
        fc.pre(!path.startsWith('.ai/.local'))
        expect(named(fileUri(path))).toEqual({ path })
      }),
    )
  })

  test('never names anything outside of `.ai/`', () => {
    const part = fc.constantFrom('..', '.', '', '.ai', '.local', '%2e%2e', '%2E', '%5c', '\\', '%00', 'a', '%', 'task')
    const between = fc.constantFrom('/', '%2f', '\\', '//')
    const wild = fc
      .array(fc.tuple(part, between), { maxLength: 8 })
      .map((parts) => `spell://files/.ai/${parts.flat().join('')}`)
    fc.assert(
      fc.property(fc.oneof(wild, fc.string()), (uri) => {
        const found = named(uri)
        if (!found || !('path' in found)) return
        expect(posix.normalize(found.path)).toBe(found.path)
        expect(found.path).toMatch(/^\.ai\/(?!\.local\/)/)
        expect(found.path).not.toMatch(/[\\\0]/)
      }),
      { numRuns: often(1000) },
    )
  })
})

describe('a resource', () => {
  test('is a file of ours where it is there, in the order of the work', () => {
    const folder = makeFolder({ [file.taskGuide]: '', [file.plan]: '', [file.context]: '', '.ai/other.md': '' })
    expect(resourcesOf([work], folder.path).map(({ uri, title }) => [uri, title])).toEqual([
      [stateUri(work), 'Where the work stands'],
      [fileUri(file.context), 'What the work is about'],
      [fileUri(file.plan), 'The plan and its acceptance criteria'],
      [fileUri(file.taskGuide), 'How tasks are written here'],
    ])
  })

  test('is not what a link leads to outside, be it the file or a folder above it', async () => {
    const outside = makeFolder({ 'secret.md': 'secret', 'folder/secret.md': 'secret' })
    const folder = makeFolder({ '.ai/task/x': '' })
    symlinkSync(join(outside.path, 'secret.md'), join(folder.path, file.plan))
    symlinkSync(join(outside.path, 'folder'), join(folder.path, '.ai/task/tasks'))
    for (const path of [file.plan, '.ai/task/tasks/secret.md'])
      expect(await failing(() => read(folder, fileUri(path)))).toMatchObject({ code: 'no-such-resource' })
    expect(resourcesOf([work], folder.path)).toHaveLength(1)
  })

  test('may be a link within', async () => {
    const folder = makeFolder({ 'docs/plan.md': '# Plan\n', '.ai/task/x': '' })
    symlinkSync(join(folder.path, 'docs/plan.md'), join(folder.path, file.plan))
    expect((await read(folder, fileUri(file.plan))).contents).toMatchObject([{ text: '# Plan\n' }])
  })

  test('is sent whole or not at all', async () => {
    const folder = makeFolder({ [file.plan]: 'x'.repeat(2 ** 20), [file.task]: 'x'.repeat(2 ** 20 + 1) })
    expect((await read(folder, fileUri(file.plan))).contents).toMatchObject([{ text: expect.any(String) }])
    expect(await failing(() => read(folder, fileUri(file.task)))).toMatchObject({
      code: 'too-large',
      message: '.ai/task/task.md has more than 1 MiB.',
    })
  })

  test('is a text', async () => {
    const folder = makeFolder({ [file.plan]: 'PNG\0\0' })
    expect(await failing(() => read(folder, fileUri(file.plan)))).toMatchObject({ code: 'not-a-text' })
  })
})
