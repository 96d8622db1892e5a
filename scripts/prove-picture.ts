import { terminalSvg } from './terminal-svg'

const columns = 72
const coloured: readonly (readonly [mark: string, code: number])[] = [
  ['✗', 31],
  ['✓', 32],
]

/**
 * Draws red, then green: the end of the first page's example, which a test runs.
 *
 * @param page docs/proof.md
 */
export function provePicture(page: string): string {
  const [, block = ''] = /^```console\n(\$ spell accio --for developer\n[\s\S]*?)^```$/m.exec(page) ?? []
  const lines = block.slice(block.indexOf('$ spell prove'), block.indexOf('$ spell accio', 1)).trimEnd().split('\n')
  const [first = '', ...rest] = lines.map(coloredLine)
  return terminalSvg(first.replace(/^\$ /, ''), rest.join('\n'), columns)
}

function coloredLine(line: string): string {
  const short = line.replace(/^- /, '').replace(/; all it printed.*/, '')
  const code = coloured.find(([mark]) => short.startsWith(mark))?.[1]
  return code === undefined ? short : `\u001b[${code}m${short}\u001b[39m`
}
