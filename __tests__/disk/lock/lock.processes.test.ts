import { makeRepository } from '../../support/folder'
import { holder, leaveLock, thisMachine } from '../../support/held-lock'
import { spell, start } from '../../support/packed-program'

describe('spells in their own processes', () => {
  test('wait as long as they are told, end with exit code 6, and change nothing', () => {
    const shop = makeRepository()
    leaveLock(shop, holder({}))
    const { exitCode, stderr } = spell(shop.path, ['accio', '--wait', '0.3'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr:
        'spell: Another spell process is at work in this folder: spell finite (pid 1073741824 on elsewhere, since then).\n  fix: spell lumos # or wait: --wait 30\n',
    })
    expect(shop.contents()).toEqual({})
    expect(spell(shop.path, ['lumos']).exitCode).toBe(0)
  })

  test('take over at once what a killed one has left', async () => {
    const shop = makeRepository()
    const { child, ended } = start(shop.path, ['accio'])
    child.kill('SIGKILL')
    await ended
    leaveLock(shop, holder({ pid: child.pid, machine: await thisMachine() }))
    expect(spell(shop.path, ['accio', '--wait', '0'])).toMatchObject({ exitCode: 0 })
  })
})
