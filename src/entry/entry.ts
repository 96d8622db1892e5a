import { command as spell } from '../commands/spell.command'
import { spellNamed } from '../flows/engineer/spells'
import { main } from './main'

/** Runs the command line of this process, then exits. Loading this file has no effect. */
export async function run(): Promise<never> {
  const code = await main(process.argv.slice(2), async (word) => {
    const name = spellNamed(word)
    if (name) return spell(name)
    if (word === 'guard') return (await import('../commands/guard.command')).command
    if (word === 'word') return (await import('../commands/word.command')).command
    if (word === 'statusline') return (await import('../commands/statusline.command')).command
    if (word === 'work') return (await import('../commands/work.command')).command
    return word === 'prove' ? (await import('../commands/prove.command')).command : undefined
  })
  // All output was written synchronously, so nothing is lost; waiting for Node to shut down takes longer.
  return process.exit(code)
}
