import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository } from './commits'
import { type Ground, time } from './ground'
import { inPairs } from './pairs'
import { differenceRow, type Section } from './row'
import { nothing } from './spells'

/** The limits, in milliseconds. */
const most = { branches: 500, worktrees: 50 }

const branches = 1_000
const worktrees = 10
const piece = '.ai/work/piece'

/** What a list of the work everywhere costs: of many branches over Node and git, of worktrees over a Lumos. */
export async function measureSideBySide(ground: Ground): Promise<Section> {
  const home = makeHome(ground)
  addBranches(ground, home, branches)
  const list = (folder: string) => () => time(ground, [...ground.spell, 'work', '--all'], folder)
  const idle = () => time(ground, nothing(ground), home) + time(ground, ['git', 'for-each-ref'], home)
  const many = await inPairs(Math.ceil(ground.pairs / 3), list(home), idle)

  const trees = makeHome(ground)
  for (let number = 1; number < worktrees; number++) {
    const path = join(ground.makeFolder(), 'tree')
    time(ground, ['git', 'worktree', 'add', '--quiet', '-b', `feat/piece-${number}`, path], trees)
    time(ground, [...ground.spell, 'new', `piece-${number}`], path)
  }
  const one = () => time(ground, [...ground.spell, 'lumos', '--work', 'piece'], trees)
  const few = await inPairs(ground.pairs, list(trees), one)
  for (const folder of [home, trees]) rmSync(folder, { recursive: true })
  const name = `\`spell work --all\`, of ${branches.toLocaleString('en')} branches, over Node and \`git for-each-ref\``
  return {
    title: 'Side by side',
    other: 'Without',
    rows: [
      differenceRow(name, 'ms', many, most.branches),
      differenceRow(`… of ${worktrees} worktrees, over \`spell lumos\``, 'ms', few, most.worktrees),
    ],
  }
}

/** Creates a repository with a commit, and a named piece of work in it. */
function makeHome(ground: Ground): string {
  const folder = makeRepository(ground)
  time(ground, [...ground.spell, 'new', 'piece'], folder)
  for (const act of [
    ['add', '.'],
    ['commit', '--quiet', '-m', 'x'],
  ])
    time(ground, ['git', ...act], folder)
  return folder
}

/** Gives a repository branches, each with a commit and a piece of work that no other has. */
function addBranches(ground: Ground, folder: string, count: number): void {
  const files = ['state.json', 'history.jsonl', 'context.md']
  const texts = files.map((file) => readFileSync(join(folder, piece, file), 'utf8'))
  const commits = Array.from({ length: count }, (_, number) => {
    const data = texts.map(
      (text, index) =>
        `M 100644 inline ${piece}-${number}/${files[index]}\n${blob(files[index] === 'context.md' ? `${text}${number}\n` : text)}`,
    )
    return `commit refs/heads/feat/piece-${number}\ncommitter Kim <kim@example.com> ${1_790_000_000 + number} +0000\n${blob(`piece ${number}`)}${data.join('')}\n`
  })
  time(ground, ['git', 'fast-import', '--quiet'], folder, { input: commits.join('') })
}

const blob = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
