#!/usr/bin/env node
'use strict'
// Runs the program from V8's compiled code, cached in the user's cache folder: compiling takes a third of a spell's
// time (see docs/performance.md). If anything is wrong with the cache, the program just runs.

// Avoids what `require` wraps around each module for `import`, which takes 0.2 ms.
const builtin = process.getBuiltinModule ?? require
const { closeSync, fstatSync, openSync, readSync } = builtin('node:fs')
const { Script } = builtin('node:vm')

const dist = `${__dirname}/../dist`
const { env, platform } = process
// The XDG specification says to ignore relative paths.
const absolute = (path) => (path?.startsWith('/') ? path : undefined)
const home =
  platform === 'win32' ? env.LOCALAPPDATA : absolute(env.XDG_CACHE_HOME) || absolute(env.HOME && `${env.HOME}/.cache`)
const cache = home && !env.NODE_DISABLE_COMPILE_CACHE ? `${home}/spell-cli` : undefined

/** Frequent commands each have a compiled copy with only the functions that they use. */
const start =
  ['guard', 'word', 'prove', 'hope', 'completion', 'statusline'].find((word) => word === process.argv[2]) ?? 'spell'

const loaded = new Map()
const compiled = []
let isKeeping = false

/**
 * The age in milliseconds at which a copy is compiled again, to include functions that later runs used: for the first
 * time, the second, and so on; then never again.
 */
const oldEnough = [10e3, 600e3, 3600e3, 86400e3]

/** Node's module wrapper; it is added while reading, so that the source is not held in memory twice. */
const before = '(function(exports,require,module,__filename,__dirname){'
const after = '\n})'

/** Each file of the program ends with its fingerprint. */
function load(name) {
  const known = loaded.get(name)
  if (known) return known.exports
  const filename = `${dist}/${name}`
  const source = read(filename, before, after).bytes.latin1Slice()
  const fingerprint = source.slice(-13 - after.length, -1 - after.length)
  const kept = `${name}-${start}-${fingerprint}-${process.version}-${process.arch}`
  const { cachedData, times = 0, isOld = true } = (cache && keptAs(kept)) || {}
  const script = new Script(source, { filename, cachedData })
  const isUsed = cachedData && !script.cachedDataRejected
  if (!isUsed || isOld) keepAtExit()
  compiled.push({ script, kept, times: isUsed ? times + 1 : 0 })
  const module = { exports: {} }
  loaded.set(name, module)
  script.runInThisContext()(module.exports, from, module, filename, dist)
  return module.exports
}

/** Caches modules: the program's files import the same ones, and Node inspects all exports of a module each time. */
function from(id) {
  if (id.startsWith('./')) return load(id.slice(2))
  if (!loaded.has(id)) loaded.set(id, { exports: builtin(id) })
  return loaded.get(id).exports
}

/**
 * V8 runs any data, so the code is stored twice and ends with its name: a damaged or foreign copy is made again.
 * Comparing takes less time than any checksum that Node would have to load. A file of another user is ignored. The last
 * byte counts how often the code was compiled again.
 */
function keptAs(name) {
  try {
    const { bytes, uid, mtimeMs } = read(`${cache}/${name}`)
    const half = bytes.length / 2
    const end = half - 1 - name.length
    if (process.getuid && process.getuid() !== uid) return undefined
    if (bytes.latin1Slice(end, half - 1) !== name || bytes.compare(bytes, half, 2 * half, 0, half) !== 0)
      return undefined
    const times = bytes[half - 1]
    return { cachedData: bytes.subarray(0, end), times, isOld: Date.now() - mtimeMs > oldEnough[times] }
  } catch {
    return undefined
  }
}

/** Takes two thirds of the time of `readFileSync`. */
function read(path, before = '', after = '') {
  const descriptor = openSync(path, 'r')
  try {
    const { size, uid, mtimeMs } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(before.length + size + after.length)
    bytes.latin1Write(before)
    readSync(descriptor, bytes, before.length, size, 0)
    bytes.latin1Write(after, before.length + size)
    return { bytes, uid, mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

function keepAtExit() {
  if (isKeeping || !cache) return
  isKeeping = true
  process.once('exit', () => require(`${dist}/compile-cache.cjs`).keepCompiled(cache, compiled))
}

// Waiting for Node to shut down takes longer.
load('spell.cjs')
  .run(process.argv.slice(2))
  .then((code) => process.exit(code))
