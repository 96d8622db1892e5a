import { terminalSvg } from '../../scripts/terminal-svg'

test('each run has its look and its place, and text is text', () => {
  const svg = terminalSvg('spell x', '\u001b[1m\u001b[32mok\u001b[39m\u001b[22m <b>\n', 20)
  expect(svg).toContain('<text class="bold green" x="18" y="70" textLength="16.8">ok</text>')
  expect(svg).toContain('<text x="34.8" y="70" textLength="33.6"> &lt;b&gt;</text>')
})

test('a color that has no look is an error', () => {
  expect(() => terminalSvg('spell x', '\u001b[36mx', 20)).toThrow('The escape code “36” has no look')
})
