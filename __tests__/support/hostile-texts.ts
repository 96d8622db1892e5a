import fc from 'fast-check'

/** Texts that would do something if they were not shown as text. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '</style></title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!-- a comment --><iframe src="https://evil.example">',
  '[link](https://evil.example) ![image](https://evil.example/i.png)',
  'see https://evil.example, www.evil.example, mailto:a@evil.example or a@evil.example',
  '\\-@.GH-1',
  '@everyone, @acme/team, #12, GH-12 and acme/shop#7',
  '# heading',
  '- item',
  '12. item',
  '> quote',
  '```\ncode\n```',
  '| a | b |\n|---|---|\n| c | d |',
  '**bold** _slanted_ ~~gone~~ `code` $x$',
  '\u001b[31mred\u001b[0m \u202egnp.exe',
  'مرحبا 🎉 👩‍👩‍👧',
  'Donaudampfschifffahrt'.repeat(20),
  '\\',
  '&lt;b&gt; &amp;',
  'a\\|b',
  '--- ===',
  '[x] done',
  '[a]: https://evil.example',
  '',
]

/** Those, and any others made of what is special in Markdown, HTML and on GitHub. */
export const anyHostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc
    .array(
      fc.constantFrom(
        ...'\\`*_[]()<>~&$@#:/|!-+=.1 "\'\n',
        'a',
        'www.',
        'http://',
        'GH-1',
        '<!--',
        '-->',
        '\ud83d',
        'é',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
