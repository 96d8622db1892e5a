#!/usr/bin/env node
'use strict'
// Runs the program from what V8 has compiled before, kept in the user's cache folder: compiling takes a third of a spell's
// time. docs/performance.md tells more. Where anything about the cache is not as it should be, the program just runs.
const { readFileSync, statSync } = require('node:fs')
const { basename, join } = require('node:path')
const { Script } = require('node:vm')

const dist = join(__dirname, '..', 'dist')
const { env, platform } = process
const home = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'))
const cache = home && !env.NODE_DISABLE_COMPILE_CACHE ? join(home, 'spell-cli') : undefined

const loaded = new Map()
const compiled = []
let isComplete = true

/** Each file of the program ends with its own fingerprint. */
function load(path) {
  const name = basename(path)
  const known = loaded.get(name)
  if (known) return known.exports
  const filename = join(dist, name)
  const source = readFileSync(filename, 'utf8')
  const kept = cache && join(cache, `${name}-${source.slice(-13, -1)}-${process.version}-${process.arch}`)
  const cachedData = kept && read(kept)
  const wrapped = `(function(exports,require,module,__filename,__dirname){${source}\n})`
  const script = new Script(wrapped, { filename, cachedData })
  if (!cachedData || script.cachedDataRejected) isComplete = false
  compiled.push({ script, kept })
  const module = { exports: {} }
  loaded.set(name, module)
  script.runInThisContext()(module.exports, from, module, filename, dist)
  return module.exports
}

const from = (id) => (id.startsWith('./') ? load(id) : require(id))

/** What somebody else has put there is not run. */
function read(path) {
  try {
    const { uid } = statSync(path)
    return process.getuid && process.getuid() !== uid ? undefined : readFileSync(path)
  } catch {
    return undefined
  }
}

load('./spell.cjs')
if (cache)
  process.once('exit', () => isComplete || require(join(dist, 'keep-compiled.cjs')).keepCompiled(cache, compiled))
