import { states } from '../../../src/workflows/engineer/states'
import { castIn } from '../../support/casting'
import { makeFolder, makeRepository } from '../../support/folder'
import { spellHere } from '../../support/packed-program'
import { reachedWithFew, reachedWithMany, worldOf } from '../../support/row-worlds'

const worlds = [...reachedWithFew, ...reachedWithMany].filter(({ row }) => row.on === 'lumos')

test.each(states)('what an agent is reminded of in %s is short, and all that it needs to go on', async (state) => {
  const here = worlds.filter(({ from }) => from === state)
  expect(here.length).toBeGreaterThan(1)
  for (const world of here) {
    const { brief = '', spells } = await castIn(makeFolder(worldOf(world)), 'lumos')
    expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(1200)
    expect(brief).not.toContain(state)
    expect(brief).toMatch(/^State: \S.*\.$/m)
    expect(brief).toMatch(/^Files you may write now: \S/m)
    const open = spells.filter(({ available, name }) => available && name !== 'lumos').map(({ name }) => name)
    expect(brief).toContain(`The developer can cast: ${open.join(', ')}.`)
    expect(brief).toContain('spell lumos --for ai')
  }
})

test('the command line prints it alone, and nothing where spell is not used', () => {
  const folder = makeRepository()
  const brief = () => spellHere(folder.path, ['lumos', '--for', 'ai', '--brief'])
  expect(brief()).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  spellHere(folder.path, ['accio'])
  const { stdout, exitCode } = brief()
  expect(exitCode).toBe(0)
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1200)
  expect(stdout).toMatch(/^This repository is worked on with `spell`/)
})

test('only Lumos can be brief', () => {
  expect(spellHere(makeRepository().path, ['accio', '--brief'])).toMatchObject({ exitCode: 2 })
})
