import { command as spell } from '../commands/spells/spell.command'
import { spellNamed } from '../commands/spells/spells'
import { main } from './main'

/** Runs the command line of this process and ends it; to load this file does nothing. */
export async function run(): Promise<never> {
  const code = await main(process.argv.slice(2), async (word) => {
    const name = spellNamed(word)
    if (name) return spell(name)
    return word === 'guard' ? (await import('../commands/guard/guard.command')).command : undefined
  })
  // Everything has been written synchronously by now, so that nothing is cut off; waiting for Node to tidy up takes longer.
  return process.exit(code)
}
