import { readFileSync } from 'node:fs'
import { filesUnder } from '../../src/disk/read'
import { repository } from '../support/source-files'

const pages = filesUnder(repository, 'docs').filter((path) => path.endsWith('.md'))

/** A page without what `npm run docs` writes. */
const byHand = (page: string) => readFileSync(page, 'utf8').replace(/<!-- (\w+): made by[\s\S]*?<!-- \/\1 -->/g, '')

test('docs/ has at most 25,000 words that were written by hand', () => {
  const words = pages.map((page) => byHand(page).split(/\s+/).length)
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(25_000)
})

test('each message that the first page explains is one that spell prints', () => {
  const sources = ['src', 'templates'].flatMap((folder) => filesUnder(repository, folder))
  const texts = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const [, explained = ''] = readFileSync('docs/README.md', 'utf8').split('## What a message means')
  const messages = [...explained.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.filter((message) => !message.split('…').every((part) => texts.includes(part)))).toEqual([])
})
