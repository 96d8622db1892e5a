import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const shell = process.platform === 'win32'
const [name, ...first] = '{{spell}}'.split(' ')
// OpenCode may have been started below the root.
const path = name.includes('/') ? fileURLToPath(new URL(`../../${name}`, import.meta.url)) : name
const program = shell ? `"${path}"` : path

const ask = (directory, args, input) =>
  spawnSync(program, [...first, ...args], {
    cwd: directory,
    input,
    encoding: 'utf8',
    shell,
  }).stdout || ''

/** Tells spell what the developer has written; a session that has a parent is a subagent's. */
const tell = async ({ client, directory }, session, text) => {
  const { data } = await client.session.get({ path: { id: session } })
  if (data && !data.parentID) ask(directory, ['word', '--agent', 'opencode'], JSON.stringify({ session, text }))
}

/**
 * Asks spell before a tool is used, tells it what the developer has written, and reminds the agent where the work stands
 * before it has to forget.
 */
export const SpellPlugin = async ({ client, directory }) => ({
  'chat.message': async ({ sessionID }, { parts }) => {
    const texts = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text)
    await tell({ client, directory }, sessionID, texts.join('\n')).catch(() => undefined)
  },
  'command.execute.before': async ({ sessionID, command, arguments: words }) => {
    await tell({ client, directory }, sessionID, `/${command} ${words}`).catch(() => undefined)
  },
  'shell.env': async ({ sessionID }, { env }) => {
    if (sessionID) env.SPELL_OPENCODE_SESSION = sessionID
  },
  'tool.execute.before': async (input, output) => {
    const call = { tool: input.tool, args: output.args, cwd: directory }
    // Only a subagent's session has a parent, which matters to what has to do with spell.
    const session = `${call.tool} ${JSON.stringify(call.args)}`.includes('spell')
      ? client.session.get({ path: { id: input.sessionID } })
      : {}
    const { data } = await Promise.resolve(session).catch(() => ({}))
    const answer = ask(
      directory,
      ['guard', 'tool', '--agent', 'opencode'],
      JSON.stringify({ ...call, parentID: data?.parentID }),
    )
    let reason
    try {
      reason = JSON.parse(answer).reason
    } catch {
      // Without an answer the call goes on.
    }
    if (reason) throw new Error(reason)
  },
  'experimental.session.compacting': async (_input, output) => {
    const brief = ask(directory, ['lumos', '--for', 'ai', '--brief'])
    if (brief) output.context.push(brief)
  },
})
