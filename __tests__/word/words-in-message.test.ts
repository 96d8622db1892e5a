import fc from 'fast-check'
import { type KnownWords, saidIn } from '../../src/word/words-in-message'

const known: KnownWords = {
  verbs: ['new', 'undo', 'override', 'approve', 'replan', 'doctor', 'stop'],
  workflows: ['engineer', 'discovery', 'collab', 'hope'],
  also: { weiter: 'accio', 'go on now': 'accio', 次へ: 'accio', подожди: 'wait' },
}
const said = (message: string) => saidIn(message, known)
const words = (message: string) => said(message).words

// biome-ignore format: in paragraphs
test.each([
  // A Latin name counts anywhere, in any case.
  'accio', '/accio', '$accio', '/spell accio', 'spell accio --note "header first"',
  'Looks right to me, and after that please accio', '**Accio** (next)', 'accio吧', 'お願いaccio', 'ＡＣＣＩＯ！',
  'don’t wait – accio', 'the users’ list isn’t sorted. accio', 'a 5" disk: accio',
  // A plain word counts in a short sentence.
  'Looks good. Next.', 'next please', 'yes, next', '请next',
  // So do the developer's own.
  'weiter', 'Gut. Jetzt WEITER bitte', 'please do go  on now', '次へ',
  // A verb after `spell` or a slash counts anywhere.
  'run spell next as soon as you can, will you',
])('%s counts as accio', (message) => {
  expect(words(message)).toEqual({ accio: 1 })
})

test.each([
  ['accio, accio', { accio: 2 }],
  ['> it works\n\nreparo', { reparo: 1 }],
  ['```\nnext\n```\nfinite', { finite: 1 }],
  ['It prints 2.5 now, as it should be. Review!', { reparo: 1 }],
  ['plan', { finite: 1 }],
  ['leave; enrich', { reverto: 1, expecto: 1 }],
  ['undo that', { undo: 1 }],
  ['I think that this step was wrong: spell undo', { undo: 1 }],
  ['/undo', { undo: 1 }],
  ['all of it is as I want it, spell discovery approve', { approve: 1 }],
  ['spell doctor --fix', { doctor: 1 }],
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

// biome-ignore format: in one paragraph
test.each([
  'wait', 'Hold on!', 'not yet', 'pause.', 'The tests fail. Please stop', 'Wait, I want to change the plan first.',
  'No, wait - the header is wrong', 'Stop the grant please now', 'Please do not continue', "don't go on",
  'Dont proceed before I have read the plan of the export, which I will do tonight', 'Can you wait for me?',
  'I think that we should stop here and talk about the header of the file', 'wait, don’t approve yet', 'accio, wait',
  "don't accio", 'noch nicht accio', 'The retry is right. Next. No, hold on', 'Warte bitte, der Kopf fehlt noch',
  'Moment mal, das stimmt so nicht', 'Halt!', 'Bitte mach noch nicht weiter', 'Attends, je veux relire le plan',
  'Arrêtez tout, il manque une colonne', 'Ne continue pas', 'pas encore', 'Espera, falta la cabecera',
  'No sigas con la tarea', 'todavía no', '¡Para!', '等一下，标题不对', '先别继续', '停！', '还没，我想改计划', 'ちょっと待ってください', 'まだ', '続けないで',
  'ストップ', 'подожди, я ещё думаю',
])('%s asks to wait', (message) => {
  expect(said(message).asksToWait).toBe(true)
})

// biome-ignore format: in one paragraph
test.each([
  'why stop?', 'How long does it wait for the lock?', "don't wait", 'Please do not stop here', 'never pause',
  "I can't wait to see it", 'It has to wait for the lock of the other process', 'Remove the wait in line 3', '`stop`',
  'He says “wait, not yet”', '> hold on\n\nThat is settled.', '```\nstop\n```',
  'It is a wait-free queue, see src/stop.ts and --pause', 'spell collab stop', 'They are at the moment in one file',
  'Das war nicht erwartet', 'Warte nicht', "N'attends pas", 'No espere',
  'El tiempo de espera es corto, y es para el lector', '不要等', '标题、列等都对', '待たないで', 'ロックを待っている',
  'Good, please continue',
])('%s does not ask to wait', (message) => {
  expect(said(message).asksToWait).toBe(false)
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

// biome-ignore format: in one paragraph
test.each([
  '', ' \n', '<task-notification><task-id>a1</task-id> accio</task-notification>',
  '<system-reminder>accio</system-reminder>', '[Subagent "reviewer" says: accio]',
  'Background task 3 completed: accio', 'Background agent "reviewer" completed: accio',
  'Background command 3 failed: accio', 'background shell: accio', 'System notification: accio',
  'Agent "accio" failed', 'Task "accio" finished', '<local-command-stdout>accio</local-command-stdout>',
])('%s is not a message of the developer', (message) => {
  expect(said(message)).toMatchObject({ isNothing: true, words: {} })
})

// biome-ignore format: in one paragraph
test.each([
  '<command-name>/accio</command-name>', '<editor_context>a.ts</editor_context>\naccio', 'Task 2 is done. accio',
  '<3 accio', 'accio, and let a subagent look at it',
])('%s is one', (message) => {
  expect(said(message)).toMatchObject({ isNothing: false, words: { accio: 1 } })
})

test('a long message is read at its beginning only, and each part of it once', () => {
  const most = 10_000_000
  for (const part of ['next ', '"', '“', '„«‚', '`', '`` ` ', 'accio ', ' ', '```\n', '\n', "'", '\\', '/spell ', '…'])
    expect(said(part.repeat(Math.ceil(most / part.length))).isNothing).toBe(part.trim() === '')
  expect(words(`accio\n${'x '.repeat(most / 2)}\nreparo`)).toEqual({ accio: 1 })
})
