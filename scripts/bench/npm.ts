import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs npm. @returns its output */
export const npm = (args: readonly string[], env = process.env): string =>
  execFileSync('npm', args, { env, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' }).trim()

/** @param folder of an installed package */
export const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Installs the packages pinned in a folder's `package.json`, unless they exist. */
export function installIn(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return
  console.error(`Installing what ${folder}/package.json names, which takes minutes the first time.`)
  const command = existsSync(join(folder, 'package-lock.json')) ? ['ci'] : ['install', '--no-package-lock']
  npm([...command, '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])
}
