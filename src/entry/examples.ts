import type { Examples } from '../workflow/words'

/** The examples in the help, by the name of the command. */
export const examples: Readonly<Record<string, Examples>> = {
  accio: [
    ['spell accio', 'Go on to the next step'],
    ['spell accio --note "header row first"', 'Keep a note in the history'],
    ['spell accio --from gh:12', 'Begin with an issue of GitHub (GitLab: gl:12)'],
    ['spell accio --from openspec:csv', 'Begin with a plan; also speckit:csv, taskmaster, idea.md'],
  ],
  expecto: [['spell expecto', 'Hand the new links in context.md or plan.md to the agent']],
  reparo: [
    ['spell reparo', 'Begin a review'],
    ['spell reparo --fetch', 'Begin it with the comments of the pull request of this branch'],
    ['spell reparo --pr 42', 'Take those of pull request 42'],
  ],
  reverto: [['spell reverto', 'Cancel the review; its files stay']],
  finite: [['spell finite', 'Change the plan; the task stays']],
  lumos: [
    ['spell lumos', 'See where you are'],
    ['spell lumos --for ai', 'Tell an agent what to do now'],
    ['spell lumos --brief', 'Remind an agent in 1,200 bytes'],
  ],
  init: [
    ['spell init', 'Choose in questions what is set up'],
    ['spell init --yes --agents claude,codex', 'Set up two agents and the commit hook'],
    ['spell init --dry-run', 'See what would be written'],
  ],
  update: [['spell update --dry-run', 'See what a new version would change']],
  uninstall: [['spell uninstall', 'Remove what init has written; .ai/ stays']],
  new: [
    ['spell new', 'Archive the complete work'],
    ['spell new --yes', 'Archive it even if it is incomplete'],
    ['spell new csv-export', 'Begin another piece of work beside it'],
  ],
  use: [['spell use csv-export', 'Say which piece of work is meant on this branch']],
  undo: [['spell undo', 'Take back the last step; repeat to go further back']],
  history: [
    ['spell history', 'List every step of this piece of work'],
    ['spell history --limit 5', 'List the newest five'],
  ],
  prove: [
    ['spell prove', 'Run the commands of the criteria that are not proven'],
    ['spell prove 2', 'Run those of the second criterion'],
    ['spell prove --list', 'See the criteria with their commands'],
  ],
  allow: [
    ['spell allow', 'See the commands of the plan, and let them run'],
    ['spell allow --list', 'List what is allowed here, and what is not yet'],
    ['spell allow --revoke 2', 'Take back consent to the second of the list'],
  ],
  confirm: [['spell confirm 2', 'Say, in a terminal, that the second criterion is met; it has no command']],
  say: [['spell say accio', 'Let the agent beside this terminal cast Accio once']],
  grant: [
    ['spell grant', 'Let the agent go on until the work is complete'],
    ['spell grant --end', 'Take that back'],
  ],
  proofs: [['spell proofs', 'See which criteria are proven, and what came of their commands']],
  threads: [['spell threads', 'See which review threads the results do not mention']],
  report: [
    ['spell report', 'Print Markdown for a pull request'],
    ['spell report --html .ai/.local/report.html', 'Write a page to look at, or to send'],
    ['spell report --archive csv-export', 'Report a finished piece of work'],
  ],
  map: [['spell map', 'See where this piece of work is, and what is possible next']],
  watch: [
    ['spell watch', 'Open a page that follows all work of this repository'],
    ['spell watch --no-open', 'Print its address only'],
    ['spell watch --terminal', 'Follow it here in the terminal'],
  ],
  work: [
    ['spell work', 'See what is under way in this folder'],
    ['spell work --all', 'See it in every worktree and branch, too'],
    ['spell work --all --board', 'See it on a board, by phase'],
  ],
  doctor: [
    ['spell doctor', 'Look for damage, and write nothing'],
    ['spell doctor --fix', 'Repair it'],
    ['spell doctor --fix --side mine', 'Settle a merge conflict for this branch'],
  ],
  check: [
    ['spell check', 'Check every step up to now'],
    ['spell check --base origin/main', 'Check what this branch adds'],
    ['spell check --require complete --format github', 'Fail in CI unless the work is complete'],
  ],
  override: [['spell override GATHER_EDITING --reason "the plan was restored"', 'Go back to planning by hand']],
  guard: [
    ['spell guard pre-commit', 'Ask as the commit hook does'],
    ['spell guard tool --agent claude', 'Judge a tool call of an agent, from stdin'],
  ],
  word: [['spell word --agent claude', 'Tell what the developer has written, from stdin']],
  statusline: [
    ['spell statusline --host claude', 'Ask as the status line of Claude Code does'],
    ['spell statusline --format tmux', 'Print it for tmux, whose own signs it escapes'],
  ],
  workflow: [
    ['spell workflow', 'List the workflows of this repository'],
    ['spell workflow new two-approvals', 'Write a small one that is proven, to be changed'],
    ['spell workflow upgrade --work cache', 'Let a piece of work go by its workflow of today'],
  ],
  verify: [
    ['spell verify', 'Prove all workflows'],
    ['spell verify engineer --matrix', 'See which rows answer in each state'],
  ],
  mcp: [
    ['spell mcp', 'Serve over stdin and stdout'],
    ['claude mcp add spell -- spell mcp', 'Add the server to Claude Code'],
  ],
  tour: [['spell tour', 'Watch a piece of work in a minute']],
  completion: [
    ['source <(spell completion bash)', 'Complete in this shell'],
    ['spell completion fish > ~/.config/fish/completions/spell.fish', 'Complete in every fish shell'],
  ],
}
