import { git, spellIn, writeIn } from '../place'
import type { Suite } from '../trial'

/** The agent does not stop with a ticked criterion that nothing has proven. OpenCode has no such hook. */
export const stop: Suite = {
  for: ['claude', 'codex', 'gemini', 'copilot'],
  async play({ say, expect, place }) {
    const plan = (box: string) =>
      `# Export\n\n## Acceptance Criteria\n\n- [${box}] Orders are printed\n  - run: \`node --check orders.js\`\n`
    const write = (path: string, text: string) => writeIn(place, { [`root/.ai/task/${path}`]: text })
    spellIn(place, 'accio')
    write('context.md', 'Orders as CSV\n')
    spellIn(place, 'accio')
    write('plan.md', plan(' '))
    spellIn(place, 'accio')
    write('task.md', '---\ntask_name: print\n---\n\nPrint one line per order.\n')
    spellIn(place, 'accio')
    write('plan.md', plan('x'))
    write('task-results.md', 'Printed.\n')
    git(place, 'add', '-A')
    git(place, 'commit', '-qm', 'wip')
    const { asked } = await say('Go on.', 'The task is done.', 'Really.', 'Really.')
    const isTold = asked.slice(1).some(({ last }) => /ticked criterion is not proven/.test(last))
    expect('the reason not to stop reaches the model', isTold)
  },
}
