import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(__dirname, '..', '..')
const cache = join(root, 'node_modules', '.cache', 'spell')

/** Where the packed program is unpacked for the tests. */
export const packed = join(cache, 'packed')

/** A folder for the PATH, in which the packed program is `spell`. */
export const programs = join(packed, 'programs')

/**
 * Before the tests of the project `packed`: builds, packs as for the registry, and unpacks, so that they run what users
 * get.
 */
export default function setup(): void {
  for (const folder of [packed, join(cache, 'user')]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  execFileSync(process.execPath, ['scripts/run.js', 'build', '--without-declarations'], { cwd: root, stdio: 'inherit' })
  // Relative: a shell would split the path of a folder with spaces.
  const destination = relative(root, packed)
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', destination], {
    cwd: root,
    shell: true,
  })
  const [tarball = ''] = readdirSync(packed).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', tarball], { cwd: packed })
  mkdirSync(programs)
  const start = `#!/bin/sh\nexec '${process.execPath}' '${join(packed, 'package', 'bin', 'spell.cjs')}' "$@"\n`
  writeFileSync(join(programs, 'spell'), start, { mode: 0o755 })
}
