import { makeRepository } from '../../support/folder'
import { holder, leaveLock } from '../../support/held-lock'
import { spellHere } from '../../support/packed-program'

test('a spell waits as long as it is told, ends with exit code 6, and changes nothing', () => {
  const shop = makeRepository()
  leaveLock(shop, holder({}))
  const { exitCode, stderr } = spellHere(shop.path, ['accio', '--wait', '0.3'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 6,
    stderr:
      'spell: Another spell process is at work in this folder: spell finite (pid 1073741824 on elsewhere, since then).\n  fix: spell lumos # or wait: --wait 30\n',
  })
  expect(shop.contents()).toEqual({})
  expect(spellHere(shop.path, ['lumos']).exitCode).toBe(0)
})
