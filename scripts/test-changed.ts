import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { filesUnder } from '../src/disk/read'
import { mirroringTests } from './changed-tests'

/**
 * Runs every test of the files that were changed since main, committed or not, or of those that are named, in all
 * projects: `npm run test:changed [-- PATH…]`.
 */
const configs = ['jest.config.js', 'jest.proofs.config.js']
const jest = require.resolve('jest/bin/jest')

const inRepository = (path: string): string => relative('.', path).replaceAll('\\', '/')

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

function changedFiles(): string[] {
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD')
  return [...git('diff', '--name-only', '--relative', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** @returns the tests of a configuration that import one of these files, or are among them */
function testsIn(config: string, files: readonly string[]): string[] {
  const args = [jest, '--config', config, '--listTests', '--findRelatedTests', ...files]
  const listed = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n')
  return listed.filter((line) => line.endsWith('.test.ts')).map(inRepository)
}

const given = process.argv.slice(2).map(inRepository)
const changed = given.length > 0 ? given : changedFiles()
const all = filesUnder('.', '__tests__').filter((path) => path.endsWith('.test.ts'))
const files = [...changed.filter((path) => existsSync(path)), ...mirroringTests(changed, all)]

for (const config of configs) {
  const tests = files.length > 0 ? testsIn(config, files) : []
  console.log(`${config}: ${tests.length} of the changed files' tests${tests.map((test) => `\n  ${test}`).join('')}`)
  if (tests.length === 0) continue
  const { status } = spawnSync(process.execPath, [jest, '--config', config, '--runTestsByPath', ...tests], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
