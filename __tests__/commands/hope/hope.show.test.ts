import { makeRepository } from '../../support/folder'
import { hopingAt } from '../../support/hope-session'
import { sessionIn } from '../../support/packed-words'

test('a round names the approvals that are the agent’s, once words of the developer are seen', () => {
  const folder = makeRepository(hopingAt('loop.shape_approval', { round: 1 }))
  const { says, asks } = sessionIn(folder)
  const shown = () => String(asks('hope', 'show').markdown)
  asks('hope', 'answer', 'yes')
  expect(shown()).not.toContain('By the Agent')
  says('spell hope cancel')
  asks('hope', 'cancel')
  expect(shown()).toMatch(
    /## By the Agent\n\nWithout a word of the developer that spell has seen:\n\n- answer yes \(Approval of the shape\)$/,
  )
})
