import { filesUnder } from '../../store/disk/read'
import { textsOf } from '../../store/history/text-lines'

/** @returns the path of the history that a repair has set aside and that has the line with this digest */
export function keptWith(root: string, digest: string): string | undefined {
  const aside = filesUnder(root, '.ai').filter((path) => /\/(?:broken|merged)-[^/]+\/history\.jsonl$/.test(path))
  return aside.find((path) => {
    for (const text of textsOf(root, path)) if (text.includes(`"digest":"${digest}"`)) return true
    return false
  })
}
