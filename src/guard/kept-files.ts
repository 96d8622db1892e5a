import { posix, sep } from 'node:path'

/** What only the developer has an agent change, by the path with `/`; each says what it is, as a clause. */
const kept: readonly (readonly [path: RegExp, what: string])[] = [
  [/\/\.ai\/(?:.*\/)?(?:state\.json|(?:history|proofs)\.jsonl)$/i, 'is where spell keeps what was done'],
  [/\/\.ai\/spell\.json$/i, 'says what an agent may do here'],
  [/\/(?:\.git\/(?:.*\/)?|\.ai\/\.local\/)spell-[\w-]+$/i, 'says whether words of the developer are seen'],
  [/\/state\/spell(?:\/.*)?$|\/spell\/\w+\/[\da-f]{32}\.json$/i, 'keeps what the developer has said and allowed'],
  [
    /\/(?:\.claude\/settings(?:\.local)?\.json|\.(?:codex|cursor)\/hooks\.json|\.github\/hooks\/[^/]+|\.gemini\/settings\.json|\.opencode\/plugins\/spell\.js|(?:pre-commit|prepare-commit-msg)(?:\.before-spell)?)$/i,
    'calls spell when something is about to be done',
  ],
]
const names = ['state.json', 'history.jsonl', 'proofs.jsonl', 'spell.json']
/** Those that have such files in them. */
const folders = /\/\.ai(?:\/[^/.]+){0,2}$/i

/** Quick check of a command line, before it is read. */
export const mentionsKept = (line: string): boolean =>
  /\.ai(?![\w-])|state\.json|\.jsonl|spell|settings|hooks|husky|pre-commit|prepare-commit/i.test(line)

/**
 * @param path absolute; of a command line also a pattern
 * @param isGone whether it is taken away, with all that is in it
 * @returns what it is, if an agent does not change it of its own accord
 */
export function whatIsKept(path: string, isGone = false): string | undefined {
  const at = path.split(sep).join('/')
  const fits = new RegExp(
    `^${posix
      .basename(at)
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replace(/[*?]/g, '.*')}$`,
  )
  const meant = /[*?]/.test(at)
    ? names.filter((name) => fits.test(name)).map((name) => `${posix.dirname(at)}/${name}`)
    : [at]
  const found = kept.find(([pattern]) => meant.some((one) => pattern.test(one)))?.[1]
  return found ?? (isGone && folders.test(at) ? 'has what spell keeps' : undefined)
}
