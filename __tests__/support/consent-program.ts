import { consentsOf, keepConsent, waitingIn } from '../../src/proof/consent'
import { commandsAtHand } from '../../src/proof/planned-commands'
import { loadSettings } from '../../src/settings/settings'
import { usedIn } from '../../src/work/in-use'
import { loadState } from '../../src/work/state/state'

/** Allows the commands of all work in this folder, as the developer does in a terminal. */
async function main() {
  const root = process.cwd()
  const { proof } = await loadSettings(root, process.env)
  for (const workflow of await usedIn(root)) {
    const { commands } = commandsAtHand(root, workflow, proof)
    const consents = consentsOf(root, workflow, loadState(root, workflow), commands, process.env)
    await keepConsent(consents, waitingIn(consents), 'work', new Date())
  }
}

main()
