import { consentsOf, keepConsent, waitingIn } from '../../src/commands/proof/consent'
import { commandsAtHand } from '../../src/commands/proof/planned-commands'
import { loadSettings } from '../../src/store/settings/settings'
import { loadState } from '../../src/store/state/state'
import { engineer } from '../../src/workflows/engineer'

/** Allows the commands of the work in this folder, as the developer does in a terminal. */
async function main() {
  const root = process.cwd()
  const { proof } = await loadSettings(root, process.env)
  const { commands } = commandsAtHand(root, engineer, proof)
  const consents = consentsOf(root, engineer, loadState(root, engineer), commands, process.env)
  await keepConsent(consents, waitingIn(consents), 'work', new Date())
}

main()
