import { loadSettings } from '../../src/disk/settings/settings'
import { commandsAtHand } from '../../src/proof/consent/commands-at-hand'
import { consentsOf, keepConsent, waitingIn } from '../../src/proof/consent/consent'
import { allWork } from '../../src/work/open'

/** Allows the commands of all work in this folder, as the developer does in a terminal. */
async function main() {
  const root = process.cwd()
  const { proof } = await loadSettings(root, process.env)
  for (const work of await allWork(root)) {
    const { commands } = commandsAtHand(work, proof)
    const consents = consentsOf(work, commands, process.env)
    await keepConsent(consents, waitingIn(consents), 'work', new Date())
  }
}

main()
