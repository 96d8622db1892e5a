// Preloaded (`node --require`): prints, in lines of JSON, what happens to the files that name a lock's holder, and
// whether a removed one still existed.
const fs = require('node:fs')

const holder = /[\\/]\.local[\\/]lock[\\/]([^\\/]+)$/
const { appendFileSync, existsSync } = fs
for (const name of ['openSync', 'unlinkSync', 'rmSync', 'renameSync']) {
  const { [name]: act } = fs
  fs[name] = (path, ...rest) => {
    const [, file] = holder.exec(String(path)) ?? []
    const isWritten = name === 'openSync' && /[wa]/.test(String(rest[0]))
    if (file === undefined || (name === 'openSync' && !isWritten)) return act(path, ...rest)
    const line = { act: isWritten ? 'signed' : 'removed', file, found: isWritten || existsSync(path) }
    appendFileSync(process.env.TRACE_TO, `${JSON.stringify(line)}\n`)
    return act(path, ...rest)
  }
}
