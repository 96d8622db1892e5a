import { existsSync, readdirSync, readFileSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyWithTime, withThrowawayFolder } from '../../src/disk/throwaway'
import { makeFolder } from '../support/folder'

describe('a throwaway folder', () => {
  test('is lent empty, by its real path, and is gone afterwards with what was put into it', async () => {
    const lent = await withThrowawayFolder(async (folder) => {
      expect(readdirSync(folder)).toEqual([])
      expect(realpathSync(folder)).toBe(folder)
      writeFileSync(join(folder, 'file'), '')
      return folder
    })
    expect(existsSync(lent)).toBe(false)
  })

  test('is gone also where its use fails, and the failure is passed on', async () => {
    let lent = ''
    const use = withThrowawayFolder(async (folder) => {
      lent = folder
      throw new Error('no more')
    })
    await expect(use).rejects.toThrow('no more')
    expect(existsSync(lent)).toBe(false)
  })
})

test('a copy has the time of the original, or a little less', () => {
  const { path } = makeFolder({ from: 'text' })
  const [from, to] = [join(path, 'from'), join(path, 'to')]
  for (const seconds of [1_700_000_000.123456, 1_700_000_000, 1_700_000_000.9999]) {
    utimesSync(from, seconds, seconds)
    copyWithTime(from, to)
    expect(readFileSync(to, 'utf8')).toBe('text')
    const early = statSync(from).mtimeMs - statSync(to).mtimeMs
    expect(early).toBeGreaterThan(0)
    expect(early).toBeLessThanOrEqual(3)
  }
})
