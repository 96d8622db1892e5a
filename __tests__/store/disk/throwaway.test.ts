import { existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withThrowawayFolder } from '../../../src/store/disk/throwaway'

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

  test('is another one each time', async () => {
    const pair = await withThrowawayFolder((one) => withThrowawayFolder(async (other) => [one, other]))
    expect(new Set(pair).size).toBe(2)
  })
})
