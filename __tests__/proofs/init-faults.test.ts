import { proveInstall } from '../support/packed-install-faults'
import { describeOnPosix } from '../support/posix'

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
  'simple-git-hooks': { files: { 'package.json': '{ "simple-git-hooks": { "pre-commit": "lint" } }\n' } },
}

describeOnPosix('whatever is in its way, init does all or nothing, and uninstall goes past it', () => {
  test.each(Object.entries(agents))('with %s', async (name, files) => {
    expect(await proveInstall({ files, agents: name, guard: 'none' })).toBeGreaterThan(50)
  })

  test.each(Object.entries(managers))('with the guard of %s', async (name, { files, hooksPath }) => {
    expect(await proveInstall({ files, agents: 'none', guard: name, ...(hooksPath && { hooksPath }) })).toBeGreaterThan(
      20,
    )
  })
})
