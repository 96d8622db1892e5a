/** A line to paste, and what it does. */
export type Example = readonly [line: string, what: string]

/** The examples in the help, by the words of the command after `spell`. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  accio: [
    ['spell accio', 'Go on to the next step'],
    ['spell accio --note "header row first"', 'Keep a note in the history'],
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
    ['spell new', 'Archive the complete work and start the next'],
    ['spell new csv-export --yes', 'Archive it under a name, even if it is incomplete'],
    ['spell new csv-export --named', 'Begin another piece of work beside it'],
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
  proofs: [['spell proofs', 'See which criteria are proven, and what came of their commands']],
  threads: [['spell threads', 'See which review threads the results do not mention']],
  report: [
    ['spell report', 'Print Markdown for a pull request'],
    ['spell report --html .ai/.local/report.html', 'Write a page to look at, or to send'],
    ['spell report --archive csv-export', 'Report a finished piece of work'],
  ],
  map: [
    ['spell map', 'See where this piece of work is, and what is possible next'],
    ['spell map --svg .ai/.local/map.svg', 'Write it as a picture'],
  ],
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
  workflows: [['spell workflows', 'See the same as with spell work']],
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
  statusline: [
    ['spell statusline --host claude', 'Ask as the status line of Claude Code does'],
    ['spell statusline --format tmux', 'Print it for tmux, whose own signs it escapes'],
  ],
  verify: [
    ['spell verify', 'Prove all four workflows'],
    ['spell verify engineer --matrix', 'See which rows answer in each state'],
  ],
  mcp: [
    ['spell mcp', 'Serve over stdin and stdout'],
    ['claude mcp add spell -- spell mcp', 'Add the server to Claude Code'],
  ],
  tour: [['spell tour', 'Watch a whole piece of work in a throw-away repository']],
  completion: [
    ['source <(spell completion bash)', 'Complete in this shell'],
    ['spell completion fish > ~/.config/fish/completions/spell.fish', 'Complete in every fish shell'],
  ],

  'discovery start': [
    ['spell discovery start "CSV export"', 'Begin a plan'],
    [
      'spell discovery start "CSV export" --ac "has a header row" --ac "one row for each order (verify: npm test)"',
      'Name what must hold',
    ],
  ],
  'discovery submit': [['spell discovery submit .ai/discovery/csv-export/draft.json', 'Hand in the artifact']],
  'discovery approve': [
    ['spell discovery approve --as ai', 'Pass your own review, as an agent'],
    ['spell discovery approve --as human', 'Pass the review, as the developer'],
  ],
  'discovery revise': [['spell discovery revise --feedback "the API has two callers"', 'Send the artifact back']],
  'discovery replan': [
    [
      'spell discovery replan --from contracts --trigger requirements_changed --changes "JSON, too"',
      'Begin again from the contracts',
    ],
  ],
  'discovery autonomous': [['spell discovery autonomous on', 'Let the agent review alone']],
  'discovery status': [['spell discovery status', 'See what is to be done now']],
  'discovery history': [['spell discovery history --limit 5', 'List the newest five steps']],
  'discovery artifact': [['spell discovery artifact contracts', 'Print the contracts']],
  'discovery show': [['spell discovery show', 'Print the whole plan as one document, for a pull request']],
  'discovery stop': [
    ['spell discovery stop --said "we buy it instead"', 'Archive a plan that is not to be carried out'],
  ],
  'discovery undo': [['spell discovery undo', 'Take back the last step']],
  'discovery recover': [['spell discovery recover', 'Rebuild a plan whose state is damaged']],

  'collab start': [
    ['spell collab start orders', 'Begin a session'],
    ['spell collab start orders --clear never', 'Begin one without a pause between steps'],
  ],
  'collab add': [
    ['spell collab add "Export orders as CSV"', 'Add an item; its words tell the type'],
    ['spell collab add "Update the README" --type task --after 1', 'Add an item of a type, to be built after item 1'],
  ],
  'collab classify': [['spell collab classify 2 bugfix', 'Make item 2 a bugfix']],
  'collab rename': [['spell collab rename 2 "An empty list crashes"', 'Call item 2 otherwise']],
  'collab remove': [['spell collab remove 2', 'Drop item 2']],
  'collab items': [['spell collab items', 'List the items']],
  'collab complete-skill': [['spell collab complete-skill rough-draft-interface', 'Report a skill as done']],
  'collab task': [
    ['spell collab task header,rows completed', 'Report two tasks as done'],
    ['spell collab task item-1 failed', 'Report that one cannot be done'],
  ],
  'collab prove': [['spell collab prove csv', 'Run the command of a task']],
  'collab status': [['spell collab status', 'See what is to be done now']],
  'collab next': [['spell collab next', 'Name the skill that is next']],
  'collab resume': [['spell collab resume', 'Go on in a fresh conversation']],
  'collab show': [['spell collab show > orders.md', 'Write the session down, for a pull request']],
  'collab diagram': [['spell collab diagram', 'Draw the batches']],
  'collab states': [['spell collab states', 'List all states']],
  'collab cleanup': [
    ['spell collab cleanup archive', 'Archive the documents'],
    ['spell collab cleanup delete --yes', 'Delete them'],
  ],
  'collab stop': [['spell collab stop --said "We do it otherwise."', 'End it before its work is done']],
  'collab history': [['spell collab history --limit 5', 'List the newest five steps']],
  'collab undo': [['spell collab undo', 'Take back the last step']],

  'hope start': [
    ['spell hope start "Build a JWT login"', 'Begin a session'],
    ['spell hope start "Fix the typo in the README" --points 1', 'Begin trivial work at once'],
  ],
  'hope full': [['spell hope full "Build a JWT login"', 'Begin a session and see its whole way']],
  'hope engage': [['spell hope engage Guided', 'Be asked at every step']],
  'hope score': [
    ['spell hope score --outcome 2 --scope 2 --constraints 1 --success 2 --done 1', 'Say how clear it is'],
  ],
  'hope answer': [['spell hope answer proceed', 'Give the word of the developer']],
  'hope submit': [['spell hope submit shape.md', 'Hand in the shape']],
  'hope wave': [['spell hope wave --done rows,header --carry "docs: no time"', 'Report a wave']],
  'hope prove': [['spell hope prove', 'Run the commands of the criteria']],
  'hope consult': [
    ['spell hope consult panel "JWT or sessions?"', 'Ask for several views'],
    ['spell hope consult done findings.md', 'Hand in what was found'],
  ],
  'hope panel': [['spell hope panel "JWT or sessions?"', 'Ask for several views']],
  'hope summon': [['spell hope summon "Is this token safe?"', 'Ask one expert']],
  'hope bond': [
    ['spell hope bond --independence team --files team --coordination solo --scope team', 'Ask whether a team fits'],
    ['spell hope bond answer yes', 'Approve the team'],
  ],
  'hope intent': [['spell hope intent "Sessions instead of JWT"', 'Change what is wanted']],
  'hope cancel': [['spell hope cancel', 'Stop after this wave']],
  'hope audit': [['spell hope audit', 'Check a turn']],
  'hope status': [['spell hope status', 'See what is to be done now']],
  'hope show': [['spell hope show > pull-request.md', 'Have the round as one document']],
  'hope marker': [['spell hope marker', 'Print the line that an agent keeps']],
  'hope history': [['spell hope history --limit 5', 'List the newest five steps']],
  'hope undo': [['spell hope undo', 'Take back the last step']],
  'hope recover': [['spell hope recover', 'Rebuild a session whose state is damaged']],
  'hope detect': [['spell hope detect "Why is the export slow?"', 'See which kind of session that is']],
  'hope block': [['spell hope block "Ada" --reason "asked for it"', 'Keep an expert out']],
  'hope unblock': [['spell hope unblock "Ada"', 'Let an expert in again']],
  'hope blocked': [['spell hope blocked', 'List whom you have blocked']],
  'hope hook': [['spell hope hook session-start', 'Answer an agent’s hook']],
}
