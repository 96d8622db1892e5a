import { onlyWord } from '../../src/word/only-word'

const known = {
  verbs: ['new', 'undo', 'yes', 'approve'],
  workflows: ['engineer', 'rfc'],
  own: { rfc: ['accept'] },
  also: { weiter: 'accio' },
}
const wordOf = (message: string) => {
  const said = onlyWord(message, known, ['export'])
  return said && [said.word, said.work, said.untilComplete && 'until complete'].filter(Boolean).join(' ')
}

// biome-ignore format: in one paragraph
test.each([
  'accio', '/accio', '$accio', 'spell accio', '/spell accio', '/spell:accio', '  accio\n', 'Looks good. Next.',
  'Looks good.\r\n\r\nNext.\r\n', 'LGTM, accio', 'accio 👍', '👍🏽 accio ✨', 'Thanks! accio',
  'ok, perfect. go ahead: accio', 'Sí, adelante. accio', 'ja, bitte accio', "d'accord, accio s’il vous plaît",
  '好的，accio', '好的谢谢 accio', '次へ。accio お願いします', 'accioお願いします', 'weiter bitte',
])('“%s” says accio and nothing else', (message) => expect(wordOf(message)).toBe('accio'))

test.each([
  ['plan', 'finite'],
  ['lumos', 'lumos'],
  ['accio export', 'accio export'],
  ['accio until complete', 'accio until complete'],
  ['Great. next, until complete!', 'accio until complete'],
  ['spell rfc accept', 'accept'],
  ['/undo', 'undo'],
  ['yes', 'yes'],
])('“%s” says %s and nothing else', (message, expected) => expect(wordOf(message)).toBe(expected))

// biome-ignore format: in one paragraph
test.each([
  'Header is wrong. Next.', 'The header is missing. accio', 'Good. Next, the header fix.', 'next: fix the header',
  'review the diff please', 'plan the export', 'leave it', 'undo that', 'continue', 'status', 'accio, wait',
  'accio. Wait for CI first.', 'не accio, подожди', 'noch nicht accio', 'pas encore accio', 'accio はまだ',
  'nicht weiter', 'weiter so', 'accio and commit', 'accio until complete. Then push.', 'run spell accio',
  'accio twice', 'accio accio', 'reparo -> rename foo.', 'edit the plan', 'acio', 'accio?', '“accio”', '`accio`',
  '> accio', 'src/accio', 'ok', '', '   ', 'Thanks, that was really good work! accio',
  "accio until complete, don't stop for questions", "Don't stop now, accio", 'accio unknown-piece',
  `accio ${'please '.repeat(60)}`,
])('“%s” says more than a word, or none', (message) => expect(wordOf(message)).toBeUndefined())
