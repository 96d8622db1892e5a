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

/** Each file of the program ends with its own fingerprint. */
function load(path) {
  const name = basename(path)
  const known = loaded.get(name)
  if (known) return known.exports
  const filename = join(dist, name)
  const source = read(filename).bytes.toString()
  const kept = cache && join(cache, `${name}-${source.slice(-13, -1)}-${process.version}-${process.arch}`)
  const cachedData = kept && keptIn(kept)
  const wrapped = `(function(exports,require,module,__filename,__dirname){${source}\n})`
  const script = new Script(wrapped, { filename, cachedData })
  if (!cachedData || script.cachedDataRejected) keepAtExit()
  compiled.push({ script, kept })
  const module = { exports: {} }
  loaded.set(name, module)
  script.runInThisContext()(module.exports, from, module, filename, dist)
  return module.exports
}

const from = (id) => (id.startsWith('./') ? load(id) : require(id))

/** What somebody else has put there is not run. */
function keptIn(path) {
  try {
    const { bytes, uid } = read(path)
    return process.getuid && process.getuid() !== uid ? undefined : bytes
  } catch {
    return undefined
  }
}

/** Takes two thirds of the time of `readFileSync`. */
function read(path) {
  const descriptor = openSync(path, 'r')
  try {
    const { size, uid } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(size)
    readSync(descriptor, bytes, 0, size, 0)
    return { bytes, uid }
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
