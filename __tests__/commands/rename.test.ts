import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../src/cast/cast'
import { check } from '../../src/check/check'
import { rename } from '../../src/commands/rename'
import { workIn } from '../../src/work/work'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { edgeAt, titleOf } from '../support/casting'
import { everyCrashPoint } from '../support/crash-points'
import { copyOf, type Folder, makeFolder } from '../support/folder'

const accio = (folder: Folder, name: string) =>
  cast(workIn(folder.path, engineerNamed(name), true), 'accio', edgeAt(folder))
const hasFolder = (folder: Folder, name: string) => existsSync(join(folder.path, `.ai/work/${name}`))

async function begun(): Promise<Folder> {
  const folder = makeFolder()
  await accio(folder, 'csv')
  folder.write({ '.ai/work/csv/context.md': '# Context\n\nBy hand.\n' })
  await accio(folder, 'csv')
  return folder
}

test('wherever a rename dies, the work has one name, and the next step goes on with it', async () => {
  const whole = await begun()
  const names = new Set<string>()
  const begin = () => copyOf(whole)
  const act = (folder: Folder) => rename(edgeAt(folder), 'csv', 'orders')
  await everyCrashPoint(begin, act, async (died) => {
    const name = hasFolder(died, 'orders') ? 'orders' : 'csv'
    names.add(name)
    expect(hasFolder(died, name === 'csv' ? 'orders' : 'csv')).toBe(false)
    died.write({ [`.ai/work/${name}/plan.md`]: '# Export\n\n- [ ] a row\n' })
    await accio(died, name)
    const request = { requirement: 'any', noOverrides: true } as const
    const { findings } = await check(died.path, {}, new Date(), request, titleOf)
    expect(findings).toEqual([])
    expect(died.read(`.ai/work/${name}/history.jsonl`).includes('"name":"orders"')).toBe(name === 'orders')
  })
  expect([...names].sort()).toEqual(['csv', 'orders'])
})
