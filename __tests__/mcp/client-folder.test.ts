import { mkdirSync, symlinkSync } from 'node:fs'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chooseFolder, pathOf, refuseNowhere } from '../../src/mcp/client-folder'
import { makeFolder } from '../support/folder'
import { failing } from '../support/posix'

describe('the path that a URI names', () => {
  test.each([
    ['file:///home/ada/shop', '/home/ada/shop'],
    ['file:///home/ada/my%20shop/%C3%A4%23%3F%25', '/home/ada/my shop/ä#?%'],
    ['file://localhost/home/ada', '/home/ada'],
    ['/home/ada/100% shop', '/home/ada/100% shop'],
    ['file:///home/a%2Fb', undefined],
    ['file://server/share', undefined],
    ['https://example.com/', undefined],
    ['home/ada', undefined],
    ['', undefined],
  ])('%s is %s', (uri, path) => {
    expect(pathOf(uri, false)).toBe(path)
  })

  test.each([
    ['file:///C:/Users/Ada', 'C:\\Users\\Ada'],
    // As VS Code writes it.
    ['file:///c%3A/Users/Ada/my%20shop', 'c:\\Users\\Ada\\my shop'],
    ['file://server/share/shop', '\\\\server\\share\\shop'],
    ['file:///home/ada', undefined],
    ['file:///C:/a%5Cb', undefined],
  ])('on Windows %s is %s', (uri, path) => {
    expect(pathOf(uri, true)).toBe(path)
  })
})

describe('the folder', () => {
  const [one, other] = ['one', 'other'] as const
  const world = () => {
    const folder = makeFolder({ 'one/.ai/x': '', 'one/deeper/x': '', 'other/.ai/x': '', file: '' })
    const path = (name: string) => join(folder.path, name)
    const uri = (name: string) => pathToFileURL(path(name)).href
    return { path, uri }
  }

  test('is the only one that is open', () => {
    const { path, uri } = world()
    expect(chooseFolder([uri(one)], undefined)).toBe(path(one))
    expect(chooseFolder([uri(one)], path(other))).toBe(path(one))
  })

  test('is what was asked for, if none is open or none can be chosen', () => {
    const { path, uri } = world()
    expect(chooseFolder([], undefined)).toBeUndefined()
    expect(chooseFolder([], path(other))).toBe(path(other))
    expect(chooseFolder([uri(one), uri(other)], path(other))).toBe(path(other))
    expect(chooseFolder(['vscode-remote://wsl/home'], path(other))).toBe(path(other))
  })

  test('is the first of several that belong to one work, by whatever way', () => {
    const { path, uri } = world()
    symlinkSync(path(one), path('link'))
    expect(chooseFolder([uri('one/deeper'), uri(one), uri('link')], undefined)).toBe(path('one/deeper'))
  })

  test('is not guessed', async () => {
    const { path, uri } = world()
    expect(await failing(() => chooseFolder([uri(one), uri(other)], undefined))).toEqual({
      exitCode: 2,
      code: 'several-roots',
      message: `The client has several folders open, and a piece of work belongs to one: ${path(one)}, ${path(other)}.`,
      fix: 'spell mcp --cwd DIR',
    })
    for (const nowhere of [uri('nothing'), uri('file'), 'nonsense']) {
      // Also not from among the others.
      for (const uris of [[nowhere], [uri(one), nowhere]]) {
        expect(await failing(() => chooseFolder(uris, undefined))).toMatchObject({
          code: 'root-unusable',
          message: `The folder that the client has open is not on this machine: ${nowhere}.`,
        })
      }
    }
  })

  test('may have a name that URIs must encode', () => {
    const { path, uri } = world()
    mkdirSync(path('ä %20#?'))
    expect(chooseFolder([uri('ä %20#?')], undefined)).toBe(path('ä %20#?'))
  })
})

describe('if no folder was named', () => {
  test('the top of the disk is none', async () => {
    const { root } = parse(process.cwd())
    expect(await failing(() => refuseNowhere(root))).toMatchObject({
      exitCode: 2,
      code: 'no-folder',
      message: `The client does not say which folder it has open, and started the server in ${root}.`,
    })
  })

  test('home is none, unless work is there or it is a repository', async () => {
    const folder = makeFolder()
    expect(await failing(() => refuseNowhere(folder.path, folder.path))).toMatchObject({ code: 'no-folder' })
    for (const there of ['.ai', '.git']) {
      mkdirSync(join(folder.path, there))
      expect(refuseNowhere(folder.path, folder.path)).toBeUndefined()
      folder.remove(there)
    }
    expect(refuseNowhere(join(folder.path, 'shop'), folder.path)).toBeUndefined()
  })
})
