import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where the packed program is unpacked for the tests. */
export const packed = join(__dirname, '..', '..', 'node_modules', '.cache', 'spell', 'packed')

/** An empty git repository, made by git and to be copied, which is faster. */
export const emptyRepository = join(packed, 'repository')

/** Before all tests: builds, packs as for the registry, and unpacks, so that the scenarios run what users get. */
export default function setup(): void {
  const root = join(__dirname, '..', '..')
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  execFileSync(process.execPath, ['scripts/run.js', 'build'], { cwd: root, stdio: 'inherit' })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed], {
    cwd: root,
    shell: true,
  })
  const [tarball = ''] = readdirSync(packed).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', tarball], { cwd: packed })
  execFileSync('git', ['init', '--quiet', '--template=', emptyRepository], { env: { PATH: process.env.PATH } })
}
