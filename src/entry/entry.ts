import { command } from '../commands/spells/spell.command'
import { spellNamed } from '../commands/spells/spells'
import { main } from './main'

// Everything has been written synchronously by now, so that nothing is cut off; waiting for Node to tidy up takes longer.
main(process.argv.slice(2), (word) => {
  const spell = spellNamed(word)
  return spell && command(spell)
}).then((code) => process.exit(code))
