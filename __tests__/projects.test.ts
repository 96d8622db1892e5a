import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, delimiter, join, posix } from 'node:path'
import { makePrograms, plainEnv } from './support/folder'
import { testOnPosix } from './support/posix'
import { repository, type Source, sourcesIn } from './support/source-files'

const { pathWithoutSpell } = jest.requireActual('./support/path-without-spell')

/**
 * jest.config.js makes two projects: a test that imports one of `support/packed*` belongs to `packed`, and waits until the
 * program is built and packed; every other belongs to `unit`, and answers in a second.
 */

const files = new Map(sourcesIn('__tests__').map((source) => [source.path, source]))
const isPackedModule = (path: string) => /\/support\/packed[^/]*$/.test(path)
const { projects }: { projects: { displayName: string; testRegex: string; globalSetup?: string }[] } =
  require('../jest.config.js')

/** The files of `__tests__` that a file imports when it runs. */
const importsOf = ({ path, imports }: Source): string[] =>
  imports
    .filter(({ from, typeOnly }) => from.startsWith('.') && !typeOnly)
    .map(({ from }) => `${posix.join(posix.dirname(path), from)}.ts`)
    .filter((found) => files.has(found))

/** @returns whether a file comes to the packed program by what it imports */
function reachesPacked(source: Source, seen = new Set<string>()): boolean {
  return importsOf(source).some((path) => {
    if (seen.has(path)) return false
    seen.add(path)
    const found = files.get(path)
    return isPackedModule(path) || (found !== undefined && reachesPacked(found, seen))
  })
}

test('each test belongs to one project, and to that which its imports ask for', () => {
  const tests = [...files.values()].filter(({ path }) => path.endsWith('.test.ts') && !/\/proofs\//.test(path))
  const patterns = projects.map(({ displayName, testRegex }) => ({ displayName, pattern: new RegExp(testRegex) }))
  const wrong = tests.flatMap((source) => {
    const mine = patterns.filter(({ pattern }) => pattern.test(`/${source.path}`))
    const wanted = reachesPacked(source) ? 'packed' : 'unit'
    return mine.map(({ displayName }) => displayName).join() === wanted ? [] : [`${source.path}: ${wanted}`]
  })
  expect(tests.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('a module of the support that needs the packed program says so by its name', () => {
  const silent = [...files.values()].filter(
    (source) => /\/support\/[^/]+$/.test(source.path) && !isPackedModule(source.path) && reachesPacked(source),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('nothing else knows where the packed program lies', () => {
  const knowing = [...files.keys()].filter((path) => {
    if (isPackedModule(path) || path === '__tests__/projects.test.ts') return false
    return /spell['", ]+'packed|bin\/spell\.cjs['"]|\bdist\/[\w-]+\.cjs/.test(
      readFileSync(join(repository, path), 'utf8').replace(/^.*spell-cli\/dist.*$/gm, ''),
    )
  })
  expect(knowing.map((path) => basename(path))).toEqual([])
})

test('the unit tests wait for no build', () => {
  expect(projects.filter(({ globalSetup }) => globalSetup).map(({ displayName }) => displayName)).toEqual(['packed'])
})

const found = (name: string, path = plainEnv.PATH) =>
  execFileSync('/bin/sh', ['-c', `command -v ${name} || true`], {
    env: { ...plainEnv, PATH: path },
    encoding: 'utf8',
  }).trim()

testOnPosix('no test finds a spell of the machine', () => {
  expect(found('spell')).toBe('')
})

testOnPosix('the programs beside a spell are found', () => {
  const { path } = makePrograms({ spell: '#!/bin/sh\n', other: '#!/bin/sh\necho other\n' })
  const without = pathWithoutSpell([path, '/no/such/folder'].join(delimiter))
  expect(found('spell', [path, without].join(delimiter))).toBe(join(path, 'spell'))
  expect(found('spell', without)).toBe('')
  expect(execFileSync(found('other', without), { encoding: 'utf8' })).toBe('other\n')
})
