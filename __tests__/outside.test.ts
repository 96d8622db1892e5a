import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../src/disk/read'
import { repository } from './support/source-files'

/** A reader of this repository can look up all that it refers to: what a document elsewhere says is no reason here. */

const folders = ['src', 'bin', 'scripts', 'templates', '__tests__']
const text = /\.(?:[cm]?[jt]s|md|sh)$/
const outside = new RegExp(
  [
    // A path or a section of a specification, `specs: hope`, and the like.
    String.raw`(?<![\w/])specs?/\w`,
    String.raw`\bspecs?:? (?:[a-z]+ )?§`,
    String.raw`\bspecs: [a-z]`,
    String.raw`\(design: `,
    '§ ?[0-9]',
    // Documents that are known by a number: `000`, `001's`.
    String.raw`(?<![\w.,/-])00[0-4]\b(?![\d.,])`,
  ].join('|'),
)

test('nothing refers to a document that is not in the repository', () => {
  const referring = folders
    .flatMap((folder) => filesUnder(repository, folder))
    // Other tools have a folder of that name.
    .filter((path) => !path.startsWith('__tests__/intake/'))
    .filter((path) => text.test(path) && !path.includes('/node_modules/') && path !== '__tests__/outside.test.ts')
    .flatMap((path) => {
      const lines = readFileSync(join(repository, path), 'utf8').split('\n')
      return lines.flatMap((line, index) => (outside.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []))
    })
  expect(referring).toEqual([])
})

test.each([
  '(specs: hope §6)',
  'specs/engineer.md says',
  'of spec §3',
  '(design: Streams)',
  'in the words of 000',
  "keys are 000's",
])('such as %j is found', (line) => {
  expect(line).toMatch(outside)
})

test.each(['2,000 characters', 'a test spec', '10_000', '.000Z', 'the specs of a session'])('%j is none', (line) => {
  expect(line).not.toMatch(outside)
})

test('the package runs nothing where it is installed', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const atInstall = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare']
  expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([])
})
