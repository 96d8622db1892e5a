import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { freePath } from '../../src/disk/free-path'
import { makeFolder } from '../support/folder'

const wanted = '.ai/task/tasks/task-a'

describe('a free path', () => {
  test('gets -2 where a file has the name', () => {
    expect(freePath(makeFolder({ [wanted]: '' }).path, wanted)).toBe(`${wanted}-2`)
  })

  test('is the wanted one where a folder with nothing in it has it', () => {
    const { path } = makeFolder()
    mkdirSync(join(path, wanted), { recursive: true })
    expect(freePath(path, wanted)).toBe(wanted)
  })

  test('gets -2 where a link to nowhere has the name', () => {
    const { path } = makeFolder({ '.ai/task/tasks/file': '' })
    symlinkSync(join(path, 'missing'), join(path, wanted))
    expect(freePath(path, wanted)).toBe(`${wanted}-2`)
  })

  test('is the first that nothing has', () => {
    const names = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 })
    const nameOf = (count: number) => (count === 1 ? wanted : `${wanted}-${count}`)
    fc.assert(
      fc.property(names, (there) => {
        const { path } = makeFolder(Object.fromEntries(there.map((count) => [`${nameOf(count)}/task.md`, ''])))
        const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].find((count) => !there.includes(count)) ?? 0
        expect(freePath(path, wanted)).toBe(nameOf(expected))
      }),
      { numRuns: 50 },
    )
  })
})
