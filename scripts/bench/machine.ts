import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { version } from '../../package.json'

/** @returns the machine and the versions of a measurement, as a sentence */
export function machine(): string {
  const date = new Date().toISOString().slice(0, 10)
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 1e9)} GB`
  const git = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()
  return `Measured on ${date} with spell ${version}: ${cpu?.model}, ${cpus().length} cores, ${memory}, ${type()} ${release()}, ${git}.`
}
