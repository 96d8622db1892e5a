import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from '../model/step'
import { git, type Place, spellIn, writeIn } from '../place'
import type { Suite } from '../trial'

/** Commits wait for the end of a review; what spell writes is not edited by hand. */
export const guard: Suite = {
  async play({ say, expect, place }) {
    bringIntoReview(place)
    const file = '.ai/task/state.json'
    const now = () => [git(place, 'rev-list', '--count', 'HEAD'), readFileSync(join(place.root, file), 'utf8')]
    const [commits, state] = now()
    const ways = ['git commit -am x', 'SPELL_GUARD=0 git commit -am x', "bash -c 'git commit --no-verify -am x'"]
    const commands = ways.map((shell) => ({ shell }))
    const edit: Step = { overwrite: [join(place.root, file), '{}\n'] }
    const { asked } = await say('Commit it.', ...commands, edit, 'Done.', 'Done.')
    const answers = asked.slice(1).map(({ last }) => last)
    expect('a commit in Review in progress is refused in three ways', now()[0] === commits)
    expect('the reason reaches the model', /Review in progress/.test(answers[0] ?? ''), answers[0])
    const isKept = now()[1] === state && /spell/.test(answers[3] ?? '')
    expect('overwriting state.json is refused, or asked about', isKept, answers[3])
  },
}

function bringIntoReview(place: Place): void {
  const steps: readonly (readonly [spell: string, path: string, text: string])[] = [
    ['accio', 'context.md', 'Orders as CSV\n'],
    ['accio', 'plan.md', '# Export\n\n- [ ] CSV is printed\n'],
    ['accio', 'task.md', '---\ntask_name: print\n---\n\nPrint one line per order.\n'],
    ['reparo', 'comments.md', '# Comments\n\nQuote the fields\n'],
    ['accio', 'review-task.md', '---\ntask_name: quote\n---\n\nQuote the fields.\n'],
    ['accio', 'review-task-results.md', 'Quoted.\n'],
  ]
  for (const [spell, path, text] of steps) {
    spellIn(place, spell)
    writeIn(place, { [`root/.ai/task/${path}`]: text })
  }
  git(place, 'add', '-A')
}
