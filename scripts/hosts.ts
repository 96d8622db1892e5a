import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { claude } from './hosts/agents/claude'
import { codex } from './hosts/agents/codex'
import { copilot } from './hosts/agents/copilot'
import { gemini } from './hosts/agents/gemini'
import { opencode } from './hosts/agents/opencode'
import { type Host, hostFolder, program } from './hosts/host'
import { openModel } from './hosts/model/model'
import { makePlace, makeSeed, npm, pack, removePlaces, work } from './hosts/place'
import { copies, started } from './hosts/suites/once'
import { terminal } from './hosts/suites/terminal'
import { time } from './hosts/suites/time'
import { guard, mcp, stop } from './hosts/suites/tools'
import { compact, more, word, wordings } from './hosts/suites/words'
import { openTrial, partsOf, plain, type Suite } from './hosts/trial'

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

/** Installs the hosts; two of them put their program in place after npm has run, which npm may not have let them do. */
function install(): number {
  // Not `ci`: it refuses a lock without the programs for other machines.
  npm(['install', '--no-save', '--prefix', hostFolder, '--ignore-scripts', '--no-audit', '--no-fund'])
  for (const script of ['@anthropic-ai/claude-code/install.cjs', 'opencode-ai/postinstall.mjs']) {
    execFileSync(process.execPath, [join(hostFolder, 'node_modules', script)], { stdio: 'ignore' })
  }
  for (const { name } of hosts)
    console.log(name, execFileSync(program(name), ['--version'], { encoding: 'utf8' }).trim())
  return 0
}

/** Starts this again where there is no network but loopback, and where what a host leaves running ends with this. */
function startOffline(seed: string): number {
  const inside = 'ip link set lo up && "$0" "$@"; exit $?'
  const apart = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const args = [...user, ...apart, 'bash', '-c', inside, process.execPath, ...process.argv.slice(1)]
  return spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, SPELL_HOSTS_SEED: seed } }).status ?? 2
}

/** @returns 1 if an expectation is not met */
async function play(seed: string, chosen: readonly Host[], names: readonly string[]): Promise<number> {
  mkdirSync(join(work, 'requests'), { recursive: true })
  const parts = partsOf(makePlace('parts', seed, ''), 'accio')
  let status = 0
  for (const host of chosen) {
    for (const name of names) {
      const model = await openModel(join(work, 'requests', `${host.name}-${name}.jsonl`))
      const print = (what: string, isMet: boolean, came: unknown): void => {
        console.log(`${isMet ? 'ok   ' : 'FAILS'} ${host.name} ${name}: ${what}`)
        if (isMet) return
        console.log(`        came: ${plain(`${came}`).replace(/^(.{200}).*(.{200})$/, '$1 … $2')}`)
        status = 1
      }
      const fresh = () => openTrial(host, model, { seed, parts, print })
      await suites[name]?.(fresh(), fresh).catch((error) => print('the scenario ends', false, error))
      model.close()
    }
  }
  removePlaces()
  return status
}

async function main(): Promise<number | string> {
  if (positionals[0] === 'install') return install()
  const known = [...hosts.map(({ name }) => name), ...Object.keys(suites)]
  const unknown = positionals.find((each) => !known.includes(each))
  if (unknown) return `No host and no suite \`${unknown}\`: ${known.join(', ')}.`
  const absent = hosts.find(({ name }) => !existsSync(program(name)))
  if (absent) return `${absent.name} is missing: npm run hosts -- install`
  const command = ['unshare', 'ip', 'tmux'].find((each) => spawnSync(each, ['-V']).error)
  if (command) return `${command} is missing.`
  const seed = process.env.SPELL_HOSTS_SEED
  if (!seed) return startOffline(makeSeed(values.package ?? pack()))
  const chosen = hosts.filter(({ name }) => positionals.includes(name))
  const named = Object.keys(suites).filter((name) => positionals.includes(name))
  return play(seed, chosen.length ? chosen : hosts, named.length ? named : Object.keys(suites))
}

main()
  .catch((error) => `${error.stack}`)
  .then((end) => {
    if (typeof end === 'string') console.error(end)
    process.exit(typeof end === 'string' ? 2 : end)
  })
