import { execFileSync } from 'node:child_process'

/** Runs npm. @returns its output */
export const npm = (args: readonly string[], env = process.env): string =>
  execFileSync('npm', args, { env, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' }).trim()
