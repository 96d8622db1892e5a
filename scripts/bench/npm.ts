import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs npm. @returns its output */
export const npm = (args: readonly string[], env = process.env): string =>
  execFileSync('npm', args, { env, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' }).trim()

/** @param folder of an installed package */
export const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
