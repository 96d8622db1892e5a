import { asAscii } from '../../scripts/as-ascii'
import { compileTexts } from '../../scripts/compile-texts'
import { packTexts, unpackTexts } from '../../src/cli/packed-texts'

test.each(['engineer', 'discovery', 'collab', 'hope'])('the texts of %s are the same after packing', (workflow) => {
  const texts = compileTexts(`templates/${workflow}`)
  const unpacked = unpackTexts(Buffer.from(packTexts(texts, asAscii)))
  expect({ ...unpacked, rows: { ...unpacked.rows }, files: { ...unpacked.files } }).toEqual(texts)
  for (const [id, text] of Object.entries(texts.rows)) expect(unpacked.rows[id]).toEqual(text)
  expect(Object.keys(unpacked.rows)).toEqual(Object.keys(texts.rows))
  expect(Object.keys(unpacked.files)).toEqual(Object.keys(texts.files))
})

test('a row that is not there has no text, whatever its name', () => {
  const { rows } = unpackTexts(Buffer.from(packTexts(compileTexts('templates/engineer'), asAscii)))
  for (const id of ['nothing', 'toString', '__proto__', 'constructor', '', 'A', '1', 'A1"', '"A1', ';', ':']) {
    expect(rows[id]).toBeUndefined()
    expect(id in rows).toBe(false)
  }
})
