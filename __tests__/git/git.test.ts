import { chmodSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { withGit } from '../../src/git/git'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'
import { describeOnPosix } from '../support/posix'
import { commitAll } from '../support/team-repository'

describeOnPosix('git that a command has opened', () => {
  /** A repository, and a git that notes its process and what it is asked. */
  function noting() {
    const folder = makeRepository({ a: 'a\n' })
    commitAll(folder)
    const bin = makeFolder({ git: `#!/bin/sh\necho "$$ $*" >> "$0.starts"\nPATH='${plainEnv.PATH}' exec git "$@"\n` })
    chmodSync(`${bin.path}/git`, 0o755)
    const starts = () => bin.read('git.starts').trimEnd().split('\n')
    return { root: folder.path, env: { ...plainEnv, PATH: `${bin.path}:${plainEnv.PATH}` }, starts }
  }
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('is asked for its settings once, and reads all objects by one process, also those written meanwhile', async () => {
    const { root, env, starts } = noting()
    await withGit(root, env, async ({ ask, objects }) => {
      expect(String((await objects.get('HEAD:a'))?.bytes)).toBe('a\n')
      const id = (await ask(['hash-object', '-w', '--stdin'], 'later\n')).trim()
      expect(String((await objects.get(id))?.bytes)).toBe('later\n')
    })
    expect(starts().map((line) => /config (?=--show)|cat-file|hash-object/.exec(line)?.[0])).toEqual([
      'config ',
      'cat-file',
      'hash-object',
    ])
  })

  test('ends its process with the command, whatever comes of it', async () => {
    const { root, env, starts } = noting()
    const failed = withGit(root, env, async ({ objects }) => {
      await objects.get('HEAD')
      throw new Error('over')
    })
    await expect(failed).rejects.toThrow('over')
    const [, reader = ''] = starts()
    while (isRunning(Number.parseInt(reader, 10))) await setTimeout(5)
  })
})
