import { proveInstall } from '../support/packed-install-faults'
import { testOnPosix } from '../support/posix'

// With everything else that can be in the way, every agent and every program that runs hooks: proofs/init-faults.

testOnPosix('whatever is in its way, init does all or nothing, and uninstall goes past it', async () => {
  const guard = { files: { '.git/hooks/pre-commit': '#!/bin/sh\n' }, agents: 'none', guard: 'git' }
  expect(await proveInstall(guard, ['a link that leads out'])).toBeGreaterThan(5)
})
