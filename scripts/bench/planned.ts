import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { waitingIn } from '../../src/proof/consent/bound-command'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { currentCommands } from '../../src/proof/consent/current-commands'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { type Ground, time, write } from './ground'

const files = 200
const hourAgo = Date.now() / 1_000 - 3_600

/**
 * Creates a repository whose work waits for the Accio that accepts its plan.
 *
 * @param count how many criteria the plan has
 * @param items the items of each criterion; empty for none
 * @returns its folder
 */
export function makePlan(ground: Ground, count: number, items: string): string {
  const folder = ground.makeFolder()
  time(ground, ['git', 'init', '--quiet', '--template='], folder)
  for (let file = 0; file < files; file++) {
    const path = `src/${file % 20}/${file}.js`
    write(folder, path, `exports.value = ${file}\n`)
    // What was changed in the second of a commit is read again each time.
    utimesSync(join(folder, path), hourAgo, hourAgo)
  }
  for (const act of [
    ['add', '.'],
    ['commit', '--quiet', '-m', 'x'],
  ])
    time(ground, ['git', ...act], folder)
  const later = hourAgo + 60
  utimesSync(join(folder, '.git', 'index'), later, later)
  time(ground, [...ground.spell, 'accio'], folder)
  write(folder, '.ai/task/context.md', 'Why\n')
  time(ground, [...ground.spell, 'accio'], folder)
  const boxes = Array.from({ length: count }, (_, index) => `- [ ] It does ${index}\n${items && `${items}\n`}`)
  write(folder, '.ai/task/plan.md', `# Work\n\n${boxes.join('')}`)
  return folder
}

/** As `makePlan`, with the plan accepted and its commands allowed. */
export async function makePlanned(ground: Ground, count: number, items: string): Promise<string> {
  const folder = makePlan(ground, count, items)
  time(ground, [...ground.spell, 'accio'], folder)
  const { commands } = currentCommands(workIn(folder, engineer), { always: [] })
  const consents = consentsOf(workIn(folder, engineer), commands, ground.env)
  await keepConsent(consents, waitingIn(consents), 'work', new Date())
  return folder
}
