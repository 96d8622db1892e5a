import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import { repository, textsIn } from './source-files'

/** Lists of what can be typed, which `--help` prints: no answer to a situation. */
const lists = /^src\/entry\/(?:examples|verbs\/.*)\.ts$/
/** What a command begins with. */
export const programs = 'spell|git|mv|rm|cp|mkdir|ls|npm|cd|export|unset|chmod|gh|glab|df|test'
const command = new RegExp(String.raw`(?:^|\`|&& |\b(?:or|then|and): )((?:${programs}) [^\`\n]+)`, 'g')
/** A sentence has a verb where a command has its first argument. */
const sentence =
  /^(?:spell|git) (?:is|has|had|knows|looks|itself|finds|ended|could|asks|ignores|cannot)\b|^spell check: /

/** @returns every command that a text of the program can print, as it stands in the sources; what is filled in is `…` */
export function printedCommands(): readonly string[] {
  const found = new Set<string>()
  for (const path of filesUnder(repository, 'src').filter((one) => one.endsWith('.ts') && !lists.test(one)))
    for (const text of textsIn(readFileSync(join(repository, path), 'utf8')))
      for (const [, line = ''] of text.matchAll(command)) if (!sentence.test(line)) found.add(line.trim())
  return [...found].sort()
}
