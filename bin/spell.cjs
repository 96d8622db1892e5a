#!/usr/bin/env node
'use strict'
// Runs the program from what V8 has compiled before, kept in the user's cache folder: compiling takes a third of a spell's
// time. docs/performance.md tells more. Where anything about the cache is not as it should be, the program just runs.
const { closeSync, fstatSync, openSync, readSync } = require('node:fs')
const { basename, join } = require('node:path')
const { Script } = require('node:vm')

const dist = join(__dirname, '..', 'dist')
const { env, platform } = process
const home = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'))
const cache = home && !env.NODE_DISABLE_COMPILE_CACHE ? join(home, 'spell-cli') : undefined

const loaded = new Map()
const compiled = []
let isKeeping = false

/**
 * How old what is kept may be before it is made again, with what later runs have needed as well: the first time, the second,
 * and so on; then never more. In milliseconds.
 */
const oldEnough = [10e3, 600e3, 3600e3, 86400e3]

/** Each file of the program ends with its own fingerprint. */
function load(path) {
  const name = basename(path)
  const known = loaded.get(name)
  if (known) return known.exports
  const filename = join(dist, name)
  const source = read(filename).bytes.toString()
  const kept = cache && join(cache, `${name}-${source.slice(-13, -1)}-${process.version}-${process.arch}`)
  const { cachedData, times = 0, isOld = true } = (kept && keptIn(kept)) || {}
  const wrapped = `(function(exports,require,module,__filename,__dirname){${source}\n})`
  const script = new Script(wrapped, { filename, cachedData })
  const isUsed = cachedData && !script.cachedDataRejected
  if (!isUsed || isOld) keepAtExit()
  compiled.push({ script, kept, times: isUsed ? times + 1 : 0 })
  const module = { exports: {} }
  loaded.set(name, module)
  script.runInThisContext()(module.exports, from, module, filename, dist)
  return module.exports
}

const from = (id) => (id.startsWith('./') ? load(id) : require(id))

/** What somebody else has put there is not run. The last byte says how often it was made again. */
function keptIn(path) {
  try {
    const { bytes, uid, mtimeMs } = read(path)
    if (process.getuid && process.getuid() !== uid) return undefined
    const times = bytes[bytes.length - 1]
    return { cachedData: bytes.subarray(0, -1), times, isOld: Date.now() - mtimeMs > oldEnough[times] }
  } catch {
    return undefined
  }
}

/** Takes two thirds of the time of `readFileSync`. */
function read(path) {
  const descriptor = openSync(path, 'r')
  try {
    const { size, uid, mtimeMs } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(size)
    readSync(descriptor, bytes, 0, size, 0)
    return { bytes, uid, mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

function keepAtExit() {
  if (isKeeping || !cache) return
  isKeeping = true
  process.once('exit', () => require(join(dist, 'keep-compiled.cjs')).keepCompiled(cache, compiled))
}

load('./spell.cjs')
