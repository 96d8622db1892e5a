import type { Answer } from '../../src/cast/answer/answer'
import { definition } from '../../src/workflows/discovery'
import { states as planStates } from '../../src/workflows/discovery/plan'
import { main } from '../../src/workflows/hope/session'
import { bring, remembering, session } from '../support/collab-session'
import { begun, planned, standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import { hoped, session as hopeSession, hopingAt, type Typed } from '../support/hope-session'
import { some } from '../support/proving'

// What answers of the other workflows say, held against what their tables do, in every state: see proofs/cast/answer/compose.truth.

interface World {
  readonly files: Readonly<Record<string, string>>
  readonly look: (folder: Folder) => Promise<Answer>
  readonly say: (folder: Folder, word: string) => Promise<Answer>
  readonly events: readonly string[]
  readonly cast: (folder: Folder, event: string) => Promise<Answer>
}

/** What a command brings, as far as it is the same for every event. */
const brought = { name: 'NAME', title: 'A title', number: 1, word: 'yes', text: '{}', as: 'ai', artifact: 'x', id: 'a' }

const discovery = planStates.map((state): [string, World] => [
  `discovery in ${state}`,
  {
    files: standingAt(state),
    look: (folder) => planned(folder, 'status'),
    say: (folder) => planned(folder, 'approve', { as: 'human' }),
    events: definition.events,
    cast: (folder, event) => planned(folder, event as never, { ...begun, ...brought } as never),
  },
])
const collab = session.definition.states.map((state): [string, World] => [
  `collab in ${state}`,
  {
    files: remembering(state),
    look: (folder) => bring(folder, { verb: 'status' }),
    say: async (folder, said) => {
      const { next_skill: name } = await bring(folder, { verb: 'status' })
      return bring(folder, { verb: 'complete-skill', name: name ?? '', said })
    },
    events: session.definition.events,
    cast: (folder, verb) => bring(folder, { ...brought, verb } as never),
  },
])
const hope = main.map((state): [string, World] => [
  `hope in ${state}`,
  {
    files: hopingAt(state, {}, state === 'user_need' ? { soul: 'soul.ask_engagement' } : {}),
    look: (folder) => hoped(folder, { verb: 'status' }),
    say: (folder, word) =>
      hoped(
        folder,
        (state === 'user_need'
          ? { verb: 'engage', level: word }
          : word === 'cancel'
            ? { verb: 'cancel' }
            : { verb: 'answer', word, said: 'Semicolons.' }) as Typed,
      ),
    events: hopeSession.definition.events,
    cast: (folder, verb) => hoped(folder, { ...brought, verb } as never),
  },
])
const worlds = [...discovery, ...collab, ...hope]

test.each(worlds)('%s every word that is said to be next is taken', async (_, { files, look, say }) => {
  const { turn } = await look(makeFolder(files))
  for (const [, word = ''] of turn.does.matchAll(/\*\*([\w-]+)\*\*/g)) {
    // A spell, which takes the plan over: engineer/taken-over.
    if (word === 'accio') continue
    const { developer } = await say(makeFolder(files), word)
    expect({ word, developer }).toEqual({ word, developer: expect.not.stringMatching(/cannot be used|no effect/) })
  }
})

test.each(some(worlds))('%s no file has changed if that is what is said', async (_, { files, events, cast }) => {
  for (const event of events) {
    const folder = makeFolder(files)
    const before = folder.contents()
    const said = await cast(folder, event).then(
      ({ ai, developer }) => `${ai}\n${developer}`,
      (error: Error) => error.message,
    )
    if (!/nothing (?:has )?(?:happened|changed|was)|no effect|cannot be used/i.test(said)) continue
    expect({ event, said, files: folder.contents() }).toEqual({ event, said, files: before })
  }
})
