import { proveInstall } from '../../support/packed-install-faults'
import { testOnPosix } from '../../support/posix'

// With everything else that can be in the way, every agent and every program that runs hooks: proofs/init-faults.

testOnPosix('whatever is in its way, init does all or nothing, and uninstall goes past it', async () => {
  const files = { 'AGENTS.md': '# Rules\n', '.git/hooks/pre-commit': '#!/bin/sh\n' }
  const given = { files, agents: 'codex', guard: 'git' }
  expect(await proveInstall(given, ['a link that leads out', 'a file'])).toBeGreaterThan(20)
})
