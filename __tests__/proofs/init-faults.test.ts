import { setImmediate } from 'node:timers/promises'
import { shuffled } from '../support/budget'
import { type Case, casesOf } from '../support/packed-install-faults'
import { testOnPosix } from '../support/posix'
import { isNightly } from '../support/proving'

jest.setTimeout(1_200_000)

const agents = {
  claude: { 'CLAUDE.md': '# Rules\n', '.claude/settings.json': '{ "model": "m" }\n' },
  codex: { 'AGENTS.md': '# Rules\r\n', '.codex/config.toml': '' },
  cursor: { '.cursor/rules/house.mdc': 'Be kind.\n' },
  copilot: { '.github/copilot-instructions.md': 'Be kind.', '.github/workflows/ci.yml': '' },
  gemini: {},
  opencode: { 'opencode.json': '{}\n' },
}

const managers: Record<string, { files: Record<string, string>; hooksPath?: string }> = {
  git: { files: { '.git/hooks/pre-commit': '#!/usr/bin/env python3\n' } },
  'hooks-path': { files: { 'team/hooks/pre-commit': '#!/bin/sh\n' }, hooksPath: 'team/hooks' },
  husky: { files: { '.husky/pre-commit': 'npx lint-staged\n' } },
  lefthook: { files: { '.config/lefthook.yml': 'pre-commit:\n  commands:\n    lint:\n      run: lint\n' } },
  'pre-commit': { files: { '.pre-commit-config.yaml': 'repos:\n- repo: local\n  hooks: []\n' } },
}

const setups: readonly Case[] = [
  ...Object.entries(agents).map(([name, files]) => ({ files, agents: name, guard: 'none' })),
  ...Object.entries(managers).map(([name, more]) => ({ ...more, agents: 'none', guard: name })),
]

testOnPosix('whatever is in its way, init does all or nothing, and uninstall goes past it', async () => {
  const cases = shuffled(setups.flatMap(casesOf))
  const oneOfEachKind = [...new Map(cases.map((one) => [one.kind, one])).values()]
  expect(oneOfEachKind.length).toBeGreaterThan(300)
  for (const { prove } of isNightly ? cases : oneOfEachKind) {
    await prove()
    // Resources of a run are only released between turns.
    await setImmediate()
  }
})
