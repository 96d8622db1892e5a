import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'
import { hopingAt } from '../support/hope-session'
import { spellHere } from '../support/packed-program'

test.each([
  ['planning', { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '- [ ] a\n' }, 'accio, reparo'],
  ['what has not begun', {}, 'accio'],
  ['a question of another workflow', hopingAt('loop.stall_detection'), 'unblocked, failed, cancel', 'hope'],
])('what is no word is answered with the words of %s', (_, files, words, workflow = 'engineer') => {
  const { stderr, exitCode } = spellHere(makeFolder(files).path, ['say', 'nope'], { env: { SPELL_WORKFLOW: workflow } })
  expect({ stderr, exitCode }).toEqual({
    stderr: `spell: “nope” is no word that lets a step happen. Now you can say ${words}; the map has all.\n  fix: spell map\n`,
    exitCode: 2,
  })
})
