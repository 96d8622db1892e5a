import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { npm } from './bench/npm'
import { claude } from './hosts/agents/claude'
import { codex } from './hosts/agents/codex'
import { copilot } from './hosts/agents/copilot'
import { gemini } from './hosts/agents/gemini'
import { opencode } from './hosts/agents/opencode'
import { type Host, hostFolder, program } from './hosts/host'
import { openModel } from './hosts/model/model'
import { makePlace, pack, project, removePlaces, work } from './hosts/place'
import { compact } from './hosts/suites/compact'
import { copies } from './hosts/suites/copies'
import { guard } from './hosts/suites/guard'
import { mcp } from './hosts/suites/mcp'
import { more } from './hosts/suites/more'
import { started } from './hosts/suites/started'
import { stop } from './hosts/suites/stop'
import { terminal } from './hosts/suites/terminal'
import { time } from './hosts/suites/time'
import { word } from './hosts/suites/word'
import { wordings } from './hosts/suites/wordings'
import { beginning, type Suite, shownBy, trialsOf } from './hosts/trial'

/**
 * Tries spell in the real agents, offline, with a model that does as it is told: `npm run hosts -- codex word`. Prints a line
 * for each expectation; ends with 1 if one is not met, with 2 if something is missing.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The package to try, instead of one made of the working tree. */
    package: { type: 'string' },
  },
})

const hosts: readonly Host[] = [claude, codex, opencode, gemini, copilot]
const suites: Readonly<Record<string, Suite>> = {
  ...{ word, more, wordings, copies, started, guard, stop, mcp, compact },
  ...{ terminal, time },
}

class Missing extends Error {}

/** Installs the hosts; two of them put their program in place after npm has run, which npm may not have let them do. */
function install(): void {
  npm(['ci', '--prefix', hostFolder, '--ignore-scripts', '--no-audit', '--no-fund'])
  for (const script of ['@anthropic-ai/claude-code/install.cjs', 'opencode-ai/postinstall.mjs']) {
    execFileSync(process.execPath, [join(hostFolder, 'node_modules', script)], { stdio: 'ignore' })
  }
  for (const { name } of hosts)
    console.log(name, execFileSync(program(name), ['--version'], { encoding: 'utf8' }).trim())
}

/** Starts this again where there is no network but loopback, and where what a host leaves running ends with this. */
function startOffline(from: string): number {
  const inside = 'ip link set lo up && "$0" "$@"; exit $?'
  const apart = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const args = [...user, ...apart, 'bash', '-c', inside, process.execPath, ...process.argv.slice(1)]
  return spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, SPELL_HOSTS_FROM: from } }).status ?? 2
}

/** @returns whether all expectations were met */
async function play(from: string, chosen: readonly Host[], names: readonly string[]): Promise<boolean> {
  mkdirSync(join(work, 'requests'), { recursive: true })
  const { ai, developer } = shownBy(makePlace('parts', from, ''), 'accio')
  const parts = { agent: beginning(ai), developer: beginning(developer) }
  let hasFailed = false
  for (const host of chosen) {
    for (const name of names) {
      const suite = suites[name]
      if (!suite || (suite.for && !suite.for.includes(host.name))) continue
      const model = await openModel(join(work, 'requests', `${host.name}-${name}.jsonl`))
      const trials = trialsOf(host, name, model, from, parts)
      try {
        await suite.play(trials.fresh(), trials.fresh)
      } catch (error) {
        trials.print('the scenario ends', false, error)
      }
      model.close()
      hasFailed ||= trials.hasFailed()
    }
  }
  removePlaces()
  return !hasFailed
}

async function main(): Promise<number> {
  if (positionals[0] === 'install') {
    install()
    return 0
  }
  const chosen = hosts.filter(({ name }) => positionals.includes(name))
  const named = Object.keys(suites).filter((name) => positionals.includes(name))
  const known = [...hosts.map(({ name }) => name), ...Object.keys(suites)]
  const unknown = positionals.find((each) => !known.includes(each))
  if (unknown) throw new Missing(`No host and no suite \`${unknown}\`: ${known.join(', ')}.`)
  const absent = hosts.find(({ name }) => !existsSync(program(name)))
  if (absent) throw new Missing(`${absent.name} is missing: npm run hosts -- install`)
  const command = ['unshare', 'ip', 'tmux'].find((each) => spawnSync(each, ['-V']).error)
  if (command) throw new Missing(`${command} is missing.`)
  const from = process.env.SPELL_HOSTS_FROM
  if (!from) return startOffline(project(values.package ?? pack()))
  return (await play(from, chosen.length ? chosen : hosts, named.length ? named : Object.keys(suites))) ? 0 : 1
}

main().then(
  (status) => process.exit(status),
  (error) => {
    console.error(error instanceof Missing ? error.message : error)
    process.exit(2)
  },
)
