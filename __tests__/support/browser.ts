import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Where Debian's Chromium is; undefined without one. */
const chromiumPath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return ''
    }
  })
  .find((path) => path !== '')

/** Needs a browser; without one the test is reported as skipped. */
export const testInBrowser = chromiumPath === undefined ? test.skip : test

let browser: Browser | undefined
afterAll(async () => browser?.close())

export interface Seen {
  /** Addresses that the page asks for. */
  readonly requests: readonly string[]
  /** What the page and the browser complain about. */
  readonly complaints: readonly string[]
  readonly dialogs: number
  /** In CSS pixels. */
  readonly width: number
  /** What axe finds, as `rule: element`. */
  readonly axe: readonly string[]
  readonly screenshot: Buffer
}

const launched = async (): Promise<Browser> => {
  browser ??= await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  return browser
}

export async function openPage(place: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launched()).newContext(options)
  const page = await context.newPage()
  await page.goto(addressOf(place))
  return page
}

const addressOf = (place: string): string => (/^https?:/.test(place) ? place : pathToFileURL(place).href)

/** Opens a page of a file or of a server, and looks at it. */
export async function seenInBrowser(place: string, options: BrowserContextOptions = {}): Promise<Seen> {
  const context = await (await launched()).newContext(options)
  const page = await context.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  let dialogs = 0
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', async (dialog) => {
    dialogs++
    await dialog.dismiss()
  })
  const address = addressOf(place)
  await page.goto(address)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  const screenshot = await page.screenshot({ fullPage: true })
  const axe = await axeOn(address, options)
  await context.close()
  return {
    requests: requests.filter((url) => url !== address && !url.startsWith('data:')),
    complaints,
    dialogs,
    width: Number(width),
    axe,
    screenshot,
  }
}

/** A policy forbids every script but the page's own, so axe looks at the page without it. */
async function axeOn(address: string, options: BrowserContextOptions): Promise<string[]> {
  const open = await (await launched()).newContext({ ...options, bypassCSP: true })
  const bare = await open.newPage()
  await bare.goto(address)
  await bare.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const found = (await bare.evaluate('axe.run().then(({ violations }) => violations)')) as {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
  await open.close()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
