import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { makeFolder } from '../../support/folder'

const preload = resolve('scripts/operations/preload.cjs')

/** Runs a program with the preload, in a folder with `a.txt` and `own/b.txt`. @returns what was counted, by function */
function counted(program: string): Record<string, number> {
  const folder = makeFolder({ 'a.txt': 'a', 'own/b.txt': 'b', 'program.cjs': program })
  const env = { ...process.env, COUNT_TO: 'calls.jsonl', COUNT_NOT: JSON.stringify(['own/', folder.path]) }
  execFileSync(process.execPath, ['--require', preload, 'program.cjs'], { cwd: folder.path, env })
  const calls: { name: string; path: string; times: number }[] = JSON.parse(folder.read('calls.jsonl'))
  return Object.fromEntries(calls.map(({ name, path, times }) => [`${name} ${path}`, times]))
}

test('synchronous calls, those with a callback and promises count', () => {
  const program = `const fs = require('node:fs')
fs.existsSync('a.txt'); fs.existsSync('a.txt'); fs.stat('a.txt', () => {}); require('node:fs/promises').readFile('a.txt')`
  expect(counted(program)).toEqual({ 'existsSync a.txt': 2, 'stat a.txt': 1, 'readFile a.txt': 1 })
})

test('a call that makes others counts once, and one of a descriptor for its path', () => {
  const program = `const fs = require('node:fs')
fs.readFileSync('a.txt'); const file = fs.openSync('a.txt'); fs.fstatSync(file); fs.closeSync(file)`
  expect(counted(program)).toEqual({
    'readFileSync a.txt': 1,
    'openSync a.txt': 1,
    'fstatSync a.txt': 1,
    'closeSync a.txt': 1,
  })
})

test('what is printed and the files that are left out do not count', () => {
  const program = `const fs = require('node:fs'); fs.writeSync(2, ''); fs.readFileSync('own/b.txt')`
  expect(counted(program)).toEqual({})
})
