import { waitingIn } from '../../src/proof/consent/bound-command'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { currentCommands } from '../../src/proof/consent/current-commands'
import { allWork } from '../../src/work/open'
import { loadSettings } from '../../src/work/settings/settings'

/** Allows the commands of all work in this folder, as the developer does in a terminal. */
async function main() {
  const root = process.cwd()
  const { proof } = await loadSettings(root, process.env)
  for (const work of await allWork(root)) {
    const { commands } = currentCommands(work, proof)
    const consents = consentsOf(work, commands, process.env)
    await keepConsent(consents, waitingIn(consents), 'work', new Date())
  }
}

main()
