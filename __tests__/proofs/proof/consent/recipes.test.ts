import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { recipesOf } from '../../../../src/proof/consent/recipes'
import { plannedCommand } from '../../../../src/workflow/criteria/planned-command'
import { makeFolder, plainEnv } from '../../../support/folder'
import { testOnPosix } from '../../../support/posix'

const log = (name: string) => `node -e "fs.appendFileSync(process.env.LOG, '${name}\\n')"`
const names = ['pretest', 'test', 'posttest', 'preunit', 'unit', 'start', 'prestop', 'stop', 'restart', 'lint']
const real = Object.fromEntries(names.map((name) => [name, log(name)]))

testOnPosix.each([
  [['test'], {}],
  [['--silent', 't'], {}],
  [['run', 'unit', '--', 'x'], {}],
  [['restart'], {}],
  [['restart'], { restart: undefined }],
  [['run', 'lint'], { lint: `npm run --silent unit && ${log('lint')}` }],
  [['--prefix', '.', 'run-script', '--if-present', 'unit'], {}],
])('what npm really runs is found npm %j %j', (args, more) => {
  const all = { ...real, ...more }
  const folder = makeFolder({ 'package.json': JSON.stringify({ scripts: all }) })
  const env = { ...plainEnv, LOG: join(folder.path, 'ran.txt'), npm_config_update_notifier: 'false' }
  execFileSync('npm', args, { cwd: folder.path, env, stdio: 'pipe' })
  const ran = folder.read('ran.txt').trim().split('\n')
  expect(ran.length).toBeGreaterThan(0)
  const { found } = recipesOf(folder.path, plannedCommand({ text: `npm ${args.join(' ')}` }))
  expect(found.map(({ from }) => from.slice('package.json (scripts.'.length, -1))).toEqual(expect.arrayContaining(ran))
})
