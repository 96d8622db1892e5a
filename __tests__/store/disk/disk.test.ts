import { statSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../../src/store/disk/disk'
import { makeFolder } from '../../support/folder'
import { testOnPosix } from '../../support/posix'

testOnPosix('a new file is for whom the umask says, and nobody may run it', () => {
  const { path } = makeFolder()
  const before = process.umask(0)
  try {
    disk.write(join(path, 'a'), '')
    expect(statSync(join(path, 'a')).mode & 0o777).toBe(0o666)
  } finally {
    process.umask(before)
  }
})
