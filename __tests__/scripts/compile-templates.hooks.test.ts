import { spawnSync } from 'node:child_process'
import { compileHooks } from '../../scripts/compile-templates'
import { shells } from '../support/guard-script'

const texts = compileHooks('templates/hooks')

test('the script is one for the shell', () => {
  expect(texts.guard).toMatch(/^#!\/bin\/sh\n/)
  for (const [program = '', ...rest] of shells) {
    const { status, stderr } = spawnSync(program, [...rest, '-n'], { input: texts.guard, encoding: 'utf8' })
    expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' })
  }
})

test('what the guard says fits into three lines', () => {
  expect(texts.blocked.split('\n')).toHaveLength(4)
})
