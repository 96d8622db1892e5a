import fc from 'fast-check'

/** What no stream may contain, listed independently of the program: first and last of each range. */
// biome-ignore format: in one paragraph
const ranges: readonly (readonly [number, number?])[] = [
  [0x00, 0x08], [0x0b, 0x1f], [0x7f, 0x9f], [0xad], [0x34f], [0x61c], [0x115f, 0x1160], [0x17b4, 0x17b5],
  [0x180b, 0x180f], [0x200b, 0x200f], [0x2028, 0x202e], [0x2060, 0x206f], [0x2800], [0x3164], [0xd800], [0xdfff],
  [0xfe00, 0xfe0f], [0xfeff], [0xffa0], [0xfff9, 0xfffb], [0xe0000, 0xe007f], [0xe0100, 0xe01ef],
]

/** Every invisible character, and every one that changes how others are shown. */
export const allUnseen: readonly string[] = ranges.flatMap(([first, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)
const all = new Set(allUnseen)

/** The parts of an emoji: a variation selector, and what joins it to the next one. */
const ofEmoji =
  /(\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})|(?<=[#*\d])\uFE0F(?=\u20E3)/gu

/** @returns the invisible characters in a text, by their numbers */
export const unseenIn = (text: string): string[] =>
  [...text.replace(ofEmoji, '$1').replace(ofEmoji, '$1')]
    .filter((character) => all.has(character))
    .map((character) => (character.codePointAt(0) ?? 0).toString(16))

/** Words with invisible characters between their letters. */
export const textWithUnseen: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...allUnseen),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('😀', '\n', '1'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
