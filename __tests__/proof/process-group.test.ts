import { startTree } from '../../src/proof/process-group'
import { makeFolder, plainEnv } from '../support/folder'

describe('without process groups', () => {
  test('a command runs in its folder and ends', async () => {
    const { path } = makeFolder()
    const code = 'console.log(process.cwd()); process.exit(3)'
    const tree = await startTree([process.execPath, '-e', code], path, plainEnv)
    const pieces: Buffer[] = []
    tree.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    tree.stderr.resume()
    expect(await tree.ended).toEqual({ exit: 3, signal: null })
    await tree.closed
    expect(Buffer.concat(pieces).toString()).toBe(`${path}\n`)
    expect(tree.isAlive()).toBe(false)
  })

  test('a program that is missing is told', async () => {
    const tree = await startTree(['no-such-program'], makeFolder().path, plainEnv)
    await expect(tree.ended).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
