import { asAscii } from '../../scripts/as-ascii'
import { compileTexts } from '../../scripts/compile-texts'
import { packTexts, unpackTexts } from '../../src/cli/packed-texts'

test.each(['engineer', 'discovery', 'collab', 'hope'])('the texts of %s are the same after packing', (workflow) => {
  const texts = compileTexts(`templates/${workflow}`)
  const unpacked = unpackTexts(packTexts(texts, asAscii))
  expect({ ...unpacked, rows: { ...unpacked.rows } }).toEqual(texts)
  for (const [id, text] of Object.entries(texts.rows)) expect(unpacked.rows[id]).toEqual(text)
  expect(Object.keys(unpacked.rows)).toEqual(Object.keys(texts.rows))
})

test('a row that is not there has no text, whatever its name', () => {
  const { rows } = unpackTexts(packTexts(compileTexts('templates/engineer'), asAscii))
  for (const id of ['nothing', 'toString', '__proto__', 'constructor', '']) {
    expect(rows[id]).toBeUndefined()
    expect(id in rows).toBe(false)
  }
})
