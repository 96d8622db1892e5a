import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../src/disk/disk'
import { makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

testOnPosix('a new file is for whom the umask says, and is not executable', () => {
  const { path } = makeFolder()
  const before = process.umask(0)
  try {
    disk.write(join(path, 'a'), '')
    expect(statSync(join(path, 'a')).mode & 0o777).toBe(0o666)
  } finally {
    process.umask(before)
  }
})

const other = join(process.cwd(), 'node_modules', '.cache')
mkdirSync(other, { recursive: true })
const testOnTwoDisks = statSync(other).dev === statSync(makeFolder().path).dev ? test.skip : test

testOnTwoDisks('a file that cannot have a hard link on another disk is copied there', () => {
  const { path } = makeFolder({ a: 'text' })
  const folder = mkdtempSync(join(other, 'spell-disk-'))
  try {
    disk.linkOrCopy(join(path, 'a'), join(folder, 'b'), join(folder, 'b.part'))
    expect(readdirSync(folder)).toEqual(['b'])
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('text')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
