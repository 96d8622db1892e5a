import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPage, seenInBrowser, testInBrowser } from '../support/browser'
import { type Folder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { hostileTexts } from '../support/hostile-texts'
import { spellHere } from '../support/packed-program'
import { addWorktree, firstOn, makeWorktrees, startWatch, underWay } from '../support/packed-watch'

/** Where the screenshots go that a reader wants to look at. */
const gallery = process.env.SCREENSHOTS

const hostile = Object.fromEntries(
  ['main', ...hostileTexts.map((_, index) => `hostile/${index}`)].map((branch, index) => [
    branch,
    {
      '.ai/task/plan.md': `# ${hostileTexts[index - 1] ?? 'Plan'}\n\n- [ ] ${hostileTexts[index - 1] ?? 'one'}\n`,
      '.ai/task/state.json': '{ "current_state": "GATHER_EDITING", "context": {}, "history": [] }',
    },
  ]),
)

const places: Readonly<Record<string, () => Folder>> = {
  empty: makeRepository,
  'work in each phase, in ten worktrees': () => {
    const folder = makeWorktrees()
    addWorktree(folder, 'feat/a-branch-with-quite-a-long-name-as-some-teams-like-them', underWay['feat/review'])
    return folder
  },
  'hostile texts': () => makeWorktrees(hostile),
}
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 800, 1440].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
)

testInBrowser.each(Object.entries(places))(
  'the page of %s asks no other server, runs nothing foreign, fits and can be read',
  async (name, make) => {
    const { address } = await startWatch(make().path)
    const first = await firstOn(address)
    const { origin, search } = new URL(address)
    const pages = [address, ...(first ? [`${origin}${first}${search}`] : [])]
    for (const [index, page] of pages.entries()) {
      for (const look of name.startsWith('hostile') ? looks.slice(0, 1) : looks) {
        const { screenshot, requests, ...seen } = await seenInBrowser(page, look)
        expect(seen).toEqual({ complaints: [], dialogs: 0, width: look.viewport.width, axe: [] })
        expect(requests.filter((url) => !url.startsWith(`${origin}/follow`))).toEqual([])
        const { colorScheme, viewport } = look
        const file = `watch ${name} ${index === 0 ? 'board' : 'work'} ${colorScheme} ${viewport.width}.png`
        if (gallery) writeFileSync(join(gallery, file), screenshot)
      }
    }
  },
)

testInBrowser('what changes is on the page, and what is focused, scrolled and opened stays', async () => {
  const folder = makeWorktrees()
  const { address, child } = await startWatch(folder.path)
  const page = await openPage(address, { viewport: { width: 700, height: 400 } })
  const says = (selector: string, text: string) =>
    page.locator(selector, { hasText: text }).waitFor({ state: 'attached' })
  await says('#link', 'Live')

  // On the board, a card that moves to another phase keeps the focus.
  await page.getByRole('link', { name: 'Orders can be exported as CSV' }).focus()
  await page.evaluate('scrollTo(0, 120)')
  folder.write({ '.ai/task/task-results.md': 'Written.\n' })
  spellHere(folder.path, ['accio'])
  await says('#you', 'Orders can be exported as CSV')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Orders can be exported as CSV')
  expect(await page.evaluate('scrollY')).toBe(120)
  await says('#news', 'task, ')

  // A worktree comes, and goes.
  addWorktree(folder, 'feat/later', underWay['feat/review'])
  await says('#you', 'feat/later')
  git(folder, 'worktree', 'remove', '--force', '.git/wt/feat-later')
  await page.locator('#you', { hasText: 'feat/later' }).waitFor({ state: 'detached' })

  // The page of one: what is open stays so, and the keyboard is enough.
  await page.getByRole('link', { name: 'Orders can be exported as CSV' }).press('Enter')
  await page.waitForSelector('#the-path-taken')
  await says('#link', 'Live')
  await page.locator('summary').focus()
  await page.keyboard.press('Enter')
  const place = () => page.evaluate('document.querySelector("summary").getBoundingClientRect().top')
  const before = await place()
  spellHere(folder.path, ['undo'])
  await says('#the-path-taken', 'undo')
  expect(await page.evaluate('[document.activeElement.localName, document.querySelector("details").open]')).toEqual([
    'summary',
    true,
  ])
  expect(Math.abs(Number(await place()) - Number(before))).toBeLessThan(1)

  // It is left by a link, and says when it is not kept up to date any more.
  await page.getByRole('link', { name: 'All work' }).click()
  await says('#link', 'Live')
  child.kill('SIGTERM')
  await says('#link', 'has ended')
})
