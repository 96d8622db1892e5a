import { readFileSync } from 'node:fs'
import { program } from './packed-program'

/** The launcher's name for the only cached file in these tests. */
export const definitionName = `spell.cjs-spell-0123456789ab-${process.version}-${process.arch}`

const source = Buffer.from('exports.run = () => {}\n//0123456789ab\n')

/**
 * @returns a function that returns what the launcher passes to V8 for a cached file with these bytes; undefined if it
 *   rejects the file. Uses neither disk nor V8, so it can run a million times
 */
export function launcher(): (kept: Uint8Array) => Uint8Array | undefined {
  const [, ...lines] = readFileSync(program, 'utf8').split('\n')
  const run = new Function('require', 'process', '__dirname', lines.join('\n'))
  let kept: Uint8Array = source
  let handed: Uint8Array | undefined
  const bytesOf = (name: string) => (name.endsWith('dist/spell.cjs') ? source : kept)
  const modules: Readonly<Record<string, object>> = {
    'node:fs': {
      openSync: (path: string) => path,
      fstatSync: (path: string) => ({ size: bytesOf(path).length, uid: 1, mtimeMs: Date.now() }),
      readSync: (path: string, into: Uint8Array, offset: number) => into.set(bytesOf(path), offset),
      closeSync: () => {},
    },
    'node:vm': {
      Script: class {
        constructor(_: string, { cachedData }: { cachedData?: Uint8Array }) {
          handed = cachedData
        }
        runInThisContext = () => (exports: { run?: () => object }) => {
          exports.run = () => ({ then() {} })
        }
      },
    },
  }
  const surroundings = {
    env: { XDG_CACHE_HOME: '/cache' },
    argv: ['node', 'spell', 'lumos'],
    platform: 'linux',
    version: process.version,
    arch: process.arch,
    getuid: () => 1,
    once: () => {},
  }
  return (bytes) => {
    kept = bytes
    run((name: string) => modules[name], surroundings, '/package/bin')
    return handed
  }
}
