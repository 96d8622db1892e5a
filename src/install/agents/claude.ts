import {
  commandsAt,
  defineAgent,
  hookSeconds,
  hooksIn,
  type Repository,
  silently,
  skillIn,
  withDescription,
} from './agent'
import { promptIn, withoutBlocks } from './message'
import { homeIn, type Piece, plugin } from './piece'

const settings = '.claude/settings.json'
/** The team's, those of this clone, and the user's own. */
const settingsOf = (env: Repository['env']): readonly string[] => [
  settings,
  '.claude/settings.local.json',
  `${env.CLAUDE_CONFIG_DIR ?? `${homeIn(env)}/.claude`}/settings.json`,
]
/** As `claude plugin install` notes it, whatever the marketplace is called. */
const enabled = new RegExp(`"${plugin}@[^"]+"\\s*:\\s*true`)
/** What its editors put around a message. */
const ideBlocks = ['ide_[a-z_]+', 'system-reminder']
const projectFolder = '"$CLAUDE_PROJECT_DIR"/'
const toKeep =
  'Keep in the summary what the developer has decided and what is left to do; spell says afterwards where the work stands.'

export const agent = defineAgent({
  title: 'Claude Code',
  signs: ['.claude', 'CLAUDE.md'],
  skills: ['.claude/skills'],
  variables: ['CLAUDECODE'],
  sessionVariables: ['CLAUDE_CODE_SESSION_ID'],
  shellVariables: ['CLAUDE_CODE_EXECPATH'],
  // CLAUDE_PROJECT_DIR others set as well, for hooks that were written for Claude Code.
  hookVariables: [],
  // Copilot, Cursor and VS Code run its hooks, too. CLAUDECODE its shells pass on to a host that is started in one.
  isLent(payload, { CLAUDECODE }, isElsewhere) {
    const isOfOther = 'timestamp' in payload || 'cursor_version' in payload
    return CLAUDECODE ? isElsewhere && isOfOther : isElsewhere || isOfOther
  },
  pages: [
    ['skills', 'https://code.claude.com/docs/en/skills'],
    ['hooks', 'https://code.claude.com/docs/en/hooks'],
    ['permissions', 'https://code.claude.com/docs/en/permissions'],
    ['status line', 'https://code.claude.com/docs/en/statusline'],
  ],
  hooksOf: settings,
  answers: {
    end: ({ plain }) => ({ systemMessage: `\n${plain}` }),
    // It would put a message that is blocked back into the line where the next one is written.
    word: ({ developer, ai }) => ({
      ...(developer.plain && { systemMessage: `\n${developer.plain}` }),
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: ai },
    }),
    // What PreCompact prints, the developer sees, too. The whole reminder follows at SessionStart.
    session: (reminder, event) => (reminder && event === 'PreCompact' ? toKeep : reminder),
    tool: ({ decision, reason, developer }) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: decision,
        // A question is shown to the developer, a refusal to the agent.
        permissionDecisionReason: decision === 'ask' ? developer : reason,
      },
    }),
    // As text it goes to stderr.
    stop: (reason, event) => (event === 'TaskCompleted' ? reason : { decision: 'block', reason }),
  },
  message: (payload, env) => {
    const said = promptIn(payload)
    const isHeadless = env.CLAUDE_CODE_SESSION_ATTENDED === '0'
    return said && { ...said, text: withoutBlocks(said.text, ideBlocks), ...(isHeadless && { isHeadless }) }
  },
  isShown: ({ CLAUDE_CODE_ENTRYPOINT: entry }) => entry === 'cli',
  projectIn: (_, { CLAUDE_PROJECT_DIR: folder }) => folder,
  witness: {
    casts: 'cast; your part is shown, not under `-p`',
    shows: 'every message (`UserPromptSubmit`), also `/accio`',
    objects: 'asks, refuses',
    lacks: 'in an IDE, Accio agrees only to what the agent relays; schedules look like you',
  },
  permits: { path: settings, at: ['permissions', 'allow'], rule: (command) => `Bash(${command}:*)` },
  hasPlugin: ({ env, read }) => settingsOf(env).some((path) => enabled.test(read(path) || '')),
  pieces(repository, call) {
    const { instructions, hooked } = repository
    const run = (command: string, timeout = hookSeconds('')) => ({ hooks: [{ type: 'command', command, timeout }] })
    const ofHost = ({ workflow, hooks }: Repository['hooked'][number]) =>
      hooks.map(({ name, event, matcher }) => {
        const called = run(silently(`${repository.program(projectFolder)} ${workflow} hook ${name}`))
        return [event, { ...(matcher !== undefined && { matcher }), ...called }] as const
      })
    const remind = run(silently(call('session', projectFolder)))
    // Only 2 keeps a task open, and only if spell has something to say: 2 is also what a spell that is too old ends with.
    const done = run(`${call('stop', projectFolder)} >&2 || test $? -ne 10 || exit 2`)
    // The developer calls it: Claude does not run it of its own accord.
    const forDeveloper = (about: string, text: string) => withDescription(about, text, 'disable-model-invocation: true')
    return [
      skillIn(instructions),
      ...commandsAt(instructions, (spell) => `.claude/commands/${spell}.md`, forDeveloper),
      hooksIn(settings, {
        // Also runs after compaction.
        SessionStart: remind,
        UserPromptSubmit: run(silently(call('word', projectFolder)), hookSeconds('word')),
        PreCompact: remind,
        PreToolUse: {
          matcher: '^(?:Bash|Edit|MultiEdit|Write|NotebookEdit|mcp__(?:plugin_spell_)?spell__.*)$',
          ...run(silently(call('tool', projectFolder))),
        },
        Stop: run(silently(call('stop', projectFolder))),
        TaskCompleted: done,
      }),
      ...hooked.map((one) => hooksIn(settings, Object.fromEntries(ofHost(one)))),
      ...statusLineIn(repository),
    ]
  },
})

/** As it is written now, or was with other options or another way to the program. */
const ourStatusLine = /"command"\s*:\s*"[^ ]*(?:yarn )?\bspell statusline(?: --[a-z]+(?: [a-z]+)?)* \|\| exit 0"/

/** Unless a status line is there: the team's, that of this clone, or the user's own, of which the team's would take the place. */
function statusLineIn({ read, env, program }: Repository): readonly Piece[] {
  // Unlike hooks, a status line may lack the variable.
  const command = silently(`${program(`"\${CLAUDE_PROJECT_DIR:-.}"/`)} statusline --host claude`)
  const isOurs = ourStatusLine.test(read(settings) || '')
  if (!isOurs && settingsOf(env).some((each) => /"statusLine"\s*:/.test(read(each) || ''))) return []
  return [{ do: 'keys', path: settings, keys: [{ at: ['statusLine'], value: { type: 'command', command } }] }]
}
