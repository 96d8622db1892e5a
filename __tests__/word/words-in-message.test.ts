import fc from 'fast-check'
import { type KnownWords, saidIn } from '../../src/word/words-in-message'

const known: KnownWords = {
  verbs: ['new', 'undo', 'override', 'approve', 'replan', 'doctor', 'stop'],
  workflows: ['engineer', 'discovery', 'collab', 'hope'],
  also: { weiter: 'accio', 'go on now': 'accio', 次へ: 'accio', подожди: 'wait' },
}
const said = (message: string) => saidIn(message, known)
const words = (message: string) => said(message).words

// biome-ignore format: one message a line
test.each([
  // A Latin name counts anywhere, in any case.
  ['accio',                                              { accio: 1 }],
  ['/accio',                                             { accio: 1 }],
  ['$accio',                                             { accio: 1 }],
  ['/spell accio',                                       { accio: 1 }],
  ['spell accio --note "header first"',                  { accio: 1 }],
  ['Looks right to me, and after that please accio',     { accio: 1 }],
  ['accio, accio',                                       { accio: 2 }],
  ['**Accio** (next)',                                   { accio: 1 }],
  ['accio吧',                                            { accio: 1 }],
  ['お願いaccio',                                         { accio: 1 }],
  ['ＡＣＣＩＯ！',                                         { accio: 1 }],
  ['> it works\n\nreparo',                               { reparo: 1 }],
  ['```\nnext\n```\nfinite',                             { finite: 1 }],
  ['don’t wait – accio',                                 { accio: 1 }],
  ['the users’ list isn’t sorted. accio',                { accio: 1 }],
  ['a 5" disk: accio',                                   { accio: 1 }],
  // A plain word counts in a short sentence.
  ['Looks good. Next.',                                  { accio: 1 }],
  ['next please',                                        { accio: 1 }],
  ['yes, next',                                          { accio: 1 }],
  ['It prints 2.5 now, as it should be. Review!',        { reparo: 1 }],
  ['plan',                                               { finite: 1 }],
  ['leave; enrich',                                      { reverto: 1, expecto: 1 }],
  ['undo that',                                          { undo: 1 }],
  ['请next',                                             { accio: 1 }],
  // So do the developer's own.
  ['weiter',                                             { accio: 1 }],
  ['Gut. Jetzt WEITER bitte',                            { accio: 1 }],
  ['please do go  on now',                               { accio: 1 }],
  ['次へ',                                               { accio: 1 }],
  // A verb after `spell` or a slash counts anywhere.
  ['I think that this step was wrong: spell undo',       { undo: 1 }],
  ['/undo',                                              { undo: 1 }],
  ['all of it is as I want it, spell discovery approve', { approve: 1 }],
  ['run spell next as soon as you can, will you',        { accio: 1 }],
  ['spell doctor --fix',                                 { doctor: 1 }],
])('%s counts', (message, expected) => {
  expect(words(message)).toEqual(expected)
})

// biome-ignore format: in one paragraph
test.each([
  'accios', 'accio_flow', 'src/accio.ts', 'accio.ts', '--accio', 'me@accio.dev', 'accio()', 'What would come next?',
  'Next, explain why this fails', 'not next', "don't undo", 'no review', 'iterator.next is slow', '请解释next函数为什么失败',
  'weiterhin', 'das geht so nicht mehr weiter', 'it is a new file', 'Good, please continue', '/review', 'lumos',
  'spell lumos', 'explain `x` next', 'the ``a ` accio`` span', '~~~ts\naccio', '> accio', '»sag accio«',
  "he said 'don't accio yet'", '“one “accio” two accio”',
])('%s does not count', (message) => {
  expect(words(message)).toEqual({})
})

const around: readonly (readonly [before: string, after: string])[] = [
  ['```\n', '\n```'],
  ['~~~~ text\n', '\n~~~~'],
  ['`', '`'],
  ['``', '``'],
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
]

test('nothing counts that stands in code or in a quotation', () => {
  const part = fc.constantFrom('accio', 'next', 'spell undo', '/undo', 'weiter', '. ', '\n', ' ', 'so', '?', '\n\n')
  const texts = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(texts, fc.constantFrom(...around), texts, (text, [before, after], rest) => {
      const lines = before.endsWith('\n') ? '\n' : ''
      expect(words(`Well.${lines} ${before}${text}${after}${lines}`)).toEqual({})
      expect(words(`${rest}\n\n${before}${text}${after}`)).toEqual(words(rest))
    }),
  )
})

// biome-ignore format: one message a line
test.each([
  ['wait', true],
  ['Hold on!', true],
  ['not yet', true],
  ['pause.', true],
  ['The tests fail. Please stop', true],
  ['Wait, I want to change the plan first.', true],
  ['No, wait - the header is wrong', true],
  ['Stop the grant please now', true],
  ['Please do not continue', true],
  ["don't go on", true],
  ['Dont proceed before I have read the plan of the export, which I will do tonight', true],
  ['Can you wait for me?', true],
  ['I think that we should stop here and talk about the header of the file', true],
  ['wait, don’t approve yet', true],
  ['accio, wait', true],
  ["don't accio", true],
  ['noch nicht accio', true],
  ['The retry is right. Next. No, hold on', true],
  ['Warte bitte, der Kopf fehlt noch', true],
  ['Moment mal, das stimmt so nicht', true],
  ['Halt!', true],
  ['Bitte mach noch nicht weiter', true],
  ['Attends, je veux relire le plan', true],
  ['Arrêtez tout, il manque une colonne', true],
  ['Ne continue pas', true],
  ['pas encore', true],
  ['Espera, falta la cabecera', true],
  ['No sigas con la tarea', true],
  ['todavía no', true],
  ['¡Para!', true],
  ['等一下，标题不对', true],
  ['先别继续', true],
  ['停！', true],
  ['还没，我想改计划', true],
  ['ちょっと待ってください', true],
  ['まだ', true],
  ['続けないで', true],
  ['ストップ', true],
  ['подожди, я ещё думаю', true],

  ['why stop?', false],
  ['How long does it wait for the lock?', false],
  ["don't wait", false],
  ['Please do not stop here', false],
  ['never pause', false],
  ["I can't wait to see it", false],
  ['It has to wait for the lock of the other process', false],
  ['Remove the wait in line 3', false],
  ['`stop`', false],
  ['He says “wait, not yet”', false],
  ['> hold on\n\nThat is settled.', false],
  ['```\nstop\n```', false],
  ['It is a wait-free queue, see src/stop.ts and --pause', false],
  ['spell collab stop', false],
  ['They are at the moment in one file', false],
  ['Das war nicht erwartet', false],
  ['Warte nicht', false],
  ["N'attends pas", false],
  ['No espere', false],
  ['El tiempo de espera es corto, y es para el lector', false],
  ['不要等', false],
  ['标题、列等都对', false],
  ['待たないで', false],
  ['ロックを待っている', false],
  ['Good, please continue', false],
])('%s asks to wait: %s', (message, expected) => {
  expect(said(message).asksToWait).toBe(expected)
})

test.each([
  ['accio until complete', true],
  ['All right: /accio until complete.', true],
  ['accio until the tests pass', false],
  ['do not accio until complete', false],
  ['accio until complete?', false],
  ['“accio until complete”', false],
])('%s grants: %s', (message, expected) => {
  expect(said(message).untilComplete).toBe(expected)
})

test.each([
  ['', true],
  [' \n', true],
  ['<task-notification><task-id>a1</task-id> accio</task-notification>', true],
  ['<system-reminder>accio</system-reminder>', true],
  ['[Subagent "reviewer" says: accio]', true],
  ['Background task 3 completed: accio', true],
  ['Background agent "reviewer" completed: accio', true],
  ['Background command 3 failed: accio', true],
  ['background shell: accio', true],
  ['System notification: accio', true],
  ['Agent "accio" failed', true],
  ['Task "accio" finished', true],
  ['<local-command-stdout>accio</local-command-stdout>', true],
  ['<command-name>/accio</command-name>', false],
  ['<editor_context>a.ts</editor_context>\naccio', false],
  ['Task 2 is done. accio', false],
  ['<3 accio', false],
  ['accio, and let a subagent look at it', false],
])('%s is not a message of the developer: %s', (message, expected) => {
  expect(said(message).isNothing).toBe(expected)
  expect(words(message)).toEqual(expected ? {} : { accio: 1 })
})

test('a long message is read at its beginning only, and each part of it once', () => {
  const most = 10_000_000
  for (const part of ['next ', '"', '“', '„«‚', '`', '`` ` ', 'accio ', ' ', '```\n', '\n', "'", '\\', '/spell ', '…'])
    expect(said(part.repeat(Math.ceil(most / part.length))).isNothing).toBe(part.trim() === '')
  expect(words(`accio\n${'x '.repeat(most / 2)}\nreparo`)).toEqual({ accio: 1 })
})
