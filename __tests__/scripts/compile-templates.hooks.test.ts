import { spawnSync } from 'node:child_process'
import { compileHooks } from '../../scripts/compile-templates'
import { makeFolder } from '../support/folder'
import { shells } from '../support/guard-script'

test('a line that names a part is replaced by it, and Windows line endings are none of a script', () => {
  const { path } = makeFolder({
    'guard.sh': '#!/bin/sh\r\n{{find-root}}\r\necho "{{not-a-part}}"\r\n',
    'trailer.sh': '{{find-root}}\n{{find-root}}\n',
    'find-root.sh': 'one\r\ntwo\r\n',
    'blocked.md': 'Wait.\r\n',
  })
  expect(compileHooks(path)).toEqual({
    guard: '#!/bin/sh\none\ntwo\necho "{{not-a-part}}"\n',
    trailer: 'one\ntwo\none\ntwo\n',
    blocked: 'Wait.\n',
  })
})

test('a part that is not there is an error', () => {
  const { path } = makeFolder({ 'guard.sh': '{{nothing}}\n', 'trailer.sh': '', 'blocked.md': '' })
  expect(() => compileHooks(path)).toThrow('nothing.sh')
})

const texts = compileHooks('templates/hooks')

test.each(['guard', 'trailer'] as const)('the script %s is one for the shell, with nothing left to fill in', (name) => {
  expect(texts[name]).toMatch(/^#!\/bin\/sh\n/)
  expect(texts[name]).not.toContain('{{')
  for (const [program = '', ...rest] of shells) {
    const { status, stderr } = spawnSync(program, [...rest, '-n'], { input: texts[name], encoding: 'utf8' })
    expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' })
  }
})

test('what the guard says fits into three lines', () => {
  expect(texts.blocked.split('\n')).toHaveLength(4)
})
