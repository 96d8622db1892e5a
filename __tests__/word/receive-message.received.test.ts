import type { Message } from '../../src/install/agents/message'
import { received } from '../../src/word/receive-message'
import { afterActing, type Session, type Sessions } from '../../src/word/sessions'
import { idsLeft } from '../../src/word/uses'

const now = new Date('2026-11-28T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const nothingThere = ''
const nothing = { words: {}, asksToWait: false, untilComplete: false, isNothing: false }

/** What becomes of one message after the other, in one session: a message is a word, or another text. */
function hearing(...start: readonly Session[]) {
  let sessions: Sessions = Object.fromEntries(start.map((session) => ['claude:s', session]))
  return {
    hear(text: string, { at = now, key = 'claude:s', ...more }: Partial<Message> & { at?: Date; key?: string } = {}) {
      const [first, work] = text.split(' ')
      const word = ['accio', 'finite', 'lumos'].find((each) => each === first)
      const moment = { id: String(at.getTime()), time: at.toISOString(), top: '/shop', at: {} }
      const message = { text, session: 's', stamp: at.toISOString(), isOfTurn: false, ...more }
      const said = { ...nothing, ...(word && word !== 'lumos' && { words: { [word]: 1 } }) }
      const named = { isExplicit: true, untilComplete: false, ...(work !== undefined && { work }) }
      const only = word === undefined ? undefined : { word, ...named }
      const { received: became, session } = received(
        sessions,
        { key, message, said, only, snapshot: nothingThere },
        moment,
      )
      if (session) sessions = { ...sessions, [key]: session }
      return became.do === 'keep' && became.isAtWork ? 'keep at work' : became.do
    },
    /** The hook has told what it has cast. */
    tell() {
      const { cast, ...others } = sessions['claude:s'] as Session
      sessions = { 'claude:s': { ...others, ...(cast && { cast: { ...cast, isTold: true } }) } }
    },
    act(isOver: boolean) {
      sessions = { 'claude:s': afterActing(sessions['claude:s'], isOver) ?? (sessions['claude:s'] as Session) }
    },
    left: () =>
      Object.keys(sessions['claude:s']?.words ?? {}).flatMap((word) => idsLeft(sessions['claude:s'] as Session, word))
        .length,
  }
}

test('a message that is a word is cast, and leaves no word to cast', () => {
  const session = hearing()
  expect(session.hear('accio')).toBe('cast')
  expect(session.left()).toBe(0)
})

test('the same words with the same stamp are a copy, also from the hook of another agent', () => {
  const session = hearing()
  session.hear('accio', { stamp: 'p1' })
  expect(session.hear('accio', { stamp: 'p1', at: later(9) })).toBe('nothing')
  expect(session.hear('accio', { stamp: 'p1', at: later(9), key: 'copilot:s' })).toBe('nothing')
  expect(session.hear('accio', { stamp: 'p1', at: later(9), key: 'claude:other' })).toBe('cast')
})

test('after the agent has stopped the same words are a second message, however soon, and without a stamp', () => {
  const session = hearing()
  session.hear('accio', { stamp: '' })
  session.tell()
  session.act(true)
  expect(session.hear('accio', { stamp: '', at: later(1) })).toBe('cast')
})

test('a word that is sent again before the agent has done anything casts nothing; said once more, it does', () => {
  const session = hearing()
  session.hear('accio')
  session.tell()
  expect(session.hear('accio', { at: later(20) })).toBe('repeat')
  session.act(true)
  expect(session.hear('accio', { at: later(40) })).toBe('cast')
})

test('the same word for another piece of work is no second time', () => {
  const session = hearing()
  session.hear('accio export')
  session.tell()
  expect(session.hear('accio export', { at: later(20) })).toBe('repeat')
  session.act(true)
  session.hear('accio export', { at: later(40) })
  session.tell()
  expect(session.hear('accio import', { at: later(60) })).not.toBe('repeat')
})

test('another word casts at once, and a look is no word', () => {
  const session = hearing()
  session.hear('accio')
  session.tell()
  session.act(true)
  expect(session.hear('lumos', { at: later(20) })).toBe('cast')
  session.act(true)
  expect(session.hear('finite', { at: later(40) })).toBe('cast')
})

test('the next message, whatever it says, brings what was cast and did not come', () => {
  const session = hearing()
  session.hear('accio')
  expect(session.hear('Why?', { at: later(20) })).toBe('repeat')
})

test('while the agent is at work a word is kept: in the turn that its host names', () => {
  const session = hearing()
  session.hear('Build it', { stamp: 't1', isOfTurn: true })
  expect(session.hear('accio', { stamp: 't1', isOfTurn: true, at: later(60) })).toBe('keep at work')
  expect(session.left()).toBe(1)
  expect(session.hear('accio', { stamp: 't2', isOfTurn: true, at: later(90) })).toBe('cast')
})

test('and until it stops, if the host names no turns', () => {
  const session = hearing()
  session.hear('Build it')
  expect(session.hear('accio', { at: later(60) })).toBe('keep at work')
  session.act(true)
  expect(session.hear('accio', { at: later(90) })).toBe('cast')
})

test('a turn whose end the host never tells is over some time', () => {
  const session = hearing()
  session.hear('Build it')
  expect(session.hear('accio', { at: later(601) })).toBe('cast')
})

test('what says more than a word is kept', () => {
  const session = hearing()
  expect(session.hear('Build it')).toBe('keep')
})
