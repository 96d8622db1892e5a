import { visible } from '../markdown/visible'

/** HTML that is safe to insert: only `html` and `shown` make it. */
export interface Html {
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** @returns a foreign text, which is shown as it is */
export const shown = (text: string): Html => ({
  html: visible(text).replace(/[&<>"']/g, (found) => entities[found] ?? ''),
})

type Part = Html | string | number | false | undefined | readonly Part[]

const inserted = (part: Part): string => {
  if (part === false || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return shown(String(part)).html
  return 'html' in part ? part.html : part.map(inserted).join('')
}

/** Fills a template of HTML; every text in it is escaped, and nothing stands for `false` and `undefined`. */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: template.map((text, index) => text + (index < parts.length ? inserted(parts[index]) : '')).join(''),
})
