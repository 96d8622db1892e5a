import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const shell = process.platform === 'win32'
const [name, ...first] = '{{spell}}'.split(' ')
// OpenCode may have been started below the root.
const path = name.includes('/') ? fileURLToPath(new URL(`../../${name}`, import.meta.url)) : name
const program = shell ? `"${path}"` : path

const ask = (directory, args, input) =>
  spawnSync(program, [...first, ...args], { cwd: directory, input, encoding: 'utf8', shell }).stdout || ''

const asked = (...given) => {
  try {
    return JSON.parse(ask(...given))
  } catch {
    // Without an answer all goes on.
    return {}
  }
}

/** Sessions whose turn has ended in an error, after which they are idle twice: the agent has not had its turn. */
const failed = new Set()

/**
 * Tells spell what the developer has written, which casts a word: they see their part, the agent gets its own. A session
 * that has a parent is a subagent's.
 */
const tell = async ({ client, directory }, { id, sessionID }, parts) => {
  const { data } = await client.session.get({ path: { id: sessionID } })
  if (!data || data.parentID) return
  const text = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map((part) => part.text)
  const message = { session: sessionID, text: text.join('\n'), message: id, isHeadless: process.argv.includes('run') }
  const { developer, ai } = asked(directory, ['word', '--agent', 'opencode'], JSON.stringify(message))
  const add = (order, said, more) =>
    parts.push({
      id: `prt_zzz${Date.now().toString(36)}${order}`,
      sessionID,
      messageID: id,
      type: 'text',
      text: said,
      ...more,
    })
  if (ai) add(0, ai, { synthetic: true })
  if (developer) add(1, developer, { ignored: true })
}

/**
 * Asks spell before a tool is used, tells it what the developer has written and when the agent has stopped, and reminds
 * the agent where the work stands before it has to forget.
 */
export const SpellPlugin = async ({ client, directory }) => ({
  'chat.message': async ({ sessionID }, { message, parts }) => {
    failed.delete(sessionID)
    await tell({ client, directory }, { id: message.id, sessionID }, parts).catch(() => undefined)
  },
  'shell.env': async ({ sessionID }, { env }) => {
    if (sessionID) env.SPELL_OPENCODE_SESSION = sessionID
  },
  'tool.execute.before': async (input, output) => {
    const call = { tool: input.tool, args: output.args, cwd: directory, session: input.sessionID }
    // Only a subagent's session has a parent, which matters to what has to do with spell.
    const isOurs = `${call.tool} ${JSON.stringify(call.args)}`.includes('spell')
    const { data } = isOurs ? await client.session.get({ path: { id: input.sessionID } }).catch(() => ({})) : {}
    const asking = JSON.stringify({ ...call, parentID: data?.parentID })
    const { reason } = asked(directory, ['guard', 'tool', '--agent', 'opencode'], asking)
    if (reason) throw new Error(reason)
  },
  'experimental.session.compacting': async (_input, output) => {
    const brief = ask(directory, ['lumos', '--for', 'ai', '--brief'])
    if (brief) output.context.push(brief)
  },
  event: async ({ event }) => {
    const { sessionID } = event.properties ?? {}
    if (event.type === 'session.error') failed.add(sessionID)
    if (event.type !== 'session.idle' || failed.has(sessionID)) return
    const stop = { session: sessionID, hook_event_name: 'Stop' }
    const { developer } = asked(directory, ['guard', 'stop', '--agent', 'opencode'], JSON.stringify(stop))
    const parts = [{ type: 'text', text: developer, ignored: true }]
    if (developer)
      await client.session.prompt({ path: { id: stop.session }, body: { noReply: true, parts } }).catch(() => undefined)
  },
})
