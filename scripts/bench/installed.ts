import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import type { Ground } from './ground'
import { npm } from './npm'
import { exactly, rowOf, type Section } from './row'

/** The limits for `npm install --global`. */
const most = { packages: 10, MB: 3.2 }

/** What npm installs from the packed package: the number of packages, and of bytes. */
export function measureInstalled({ makeFolder, env }: Ground): Section {
  const folder = makeFolder()
  npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], env)
  const [tarball = ''] = readdirSync(folder)
  const prefix = ['--global', '--prefix', join(folder, 'prefix')]
  npm(['install', ...prefix, '--offline', '--no-audit', '--no-fund', join(folder, tarball)], env)
  const packages = npm(['ls', ...prefix, '--all', '--parseable'], env)
    .split('\n')
    .slice(1)
  const root = npm(['root', ...prefix], env)
  const bytes = filesUnder(root, '.').reduce((sum, path) => sum + statSync(join(root, path)).size, 0)
  return {
    title: '`npm install --global`, of the packed package',
    rows: [
      rowOf('packages', 'packages', exactly(packages.length), most.packages),
      rowOf('unpacked', 'MB', exactly(bytes / 1e6), most.MB),
    ],
  }
}
