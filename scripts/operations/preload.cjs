// Preloaded (`node --require`): counts the calls of node:fs, and appends them at the end to $COUNT_TO as a line of JSON.
const fs = require('node:fs')

/** Its files are not counted: Node loads them, or the launcher from its cache. */
const uncounted = JSON.parse(process.env.COUNT_NOT ?? '[]')
const { appendFileSync } = fs
const standardStreams = 3

const counts = new Map()
const pathOf = new Map()
let depth = 0

/** A call that node:fs makes of itself is part of the one that was asked for. */
function counting(name, call) {
  function counted(...given) {
    if (new.target) return Reflect.construct(call, given)
    if (depth === 0) count(name, given[0])
    depth++
    try {
      const result = call.apply(this, given)
      if (name === 'openSync') pathOf.set(result, String(given[0]))
      return result
    } finally {
      depth--
    }
  }
  return Object.defineProperties(counted, Object.getOwnPropertyDescriptors(call))
}

function count(name, subject) {
  const path = typeof subject === 'number' ? pathOf.get(subject) : String(subject)
  if (subject < standardStreams || uncounted.some((folder) => path?.startsWith(folder))) return
  const key = `${name} ${path}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function wrap(functions) {
  // Classes, and streams, which call the functions that are counted.
  const isCounted = (name) => /^[a-z]/.test(name) && !name.startsWith('create')
  for (const [name, call] of Object.entries(functions))
    if (typeof call === 'function' && isCounted(name)) functions[name] = counting(name, call)
}

wrap(fs)
wrap(fs.promises)
fs.realpathSync.native = counting('realpathSync', fs.realpathSync.native)

process.on('exit', () => {
  const calls = [...counts].map(([key, times]) => {
    const [name] = key.split(' ', 1)
    return { name, path: key.slice(name.length + 1), times }
  })
  appendFileSync(process.env.COUNT_TO, `${JSON.stringify(calls)}\n`)
})
