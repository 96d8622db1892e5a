import { command as spell } from '../commands/spell.command'
import { isFolder } from '../disk/read'
import { findRoot } from '../disk/root'
import { attempt } from '../text/failure'
import { definitionsFolder } from '../work/settings/settings'
import { isLatin, spellNamed } from '../workflows/engineer/spells'
import { main } from './main'

const definesNone = (): boolean =>
  !process.argv.some((each) => each.startsWith('--cwd')) && !isFolder(findRoot(process.cwd()), definitionsFolder)

/** Runs the command line of this process, then exits. Loading this file has no effect. */
export async function run(): Promise<never> {
  const code = await main(process.argv.slice(2), async (word) => {
    const name = spellNamed(word)
    // A plain word may be one of the repository's own workflow, which takes the settings to know.
    if (name) return isLatin(word) || attempt(definesNone) === true ? spell(name) : undefined
    if (word === 'guard') return (await import('../commands/guard.command')).command
    if (word === 'word') {
      const { command } = await import('../commands/word.command')
      return command(() => import('./typed-word'))
    }
    if (word === 'statusline') return (await import('../commands/statusline.command')).command
    if (word === 'work') return (await import('../commands/work.command')).command
    // So may this one.
    if (word === 'prove' && attempt(definesNone) === true) return (await import('../commands/prove.command')).command
    return undefined
  })
  // All output was written synchronously, so nothing is lost; waiting for Node to shut down takes longer.
  return process.exit(code)
}
