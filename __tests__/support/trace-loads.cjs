// Preloaded (`node --require`): records at the end what Node has loaded and read.
const fs = require('node:fs')

const files = []
for (const name of ['readFileSync', 'openSync']) {
  const { [name]: read } = fs
  fs[name] = (path, ...rest) => {
    files.push(String(path))
    return read(path, ...rest)
  }
}

let touchedStdout = false
const stdout = Object.getOwnPropertyDescriptor(process, 'stdout')
Object.defineProperty(process, 'stdout', {
  ...stdout,
  get() {
    touchedStdout = true
    return stdout.get.call(process)
  },
})

process.on('exit', () => {
  const trace = { files, builtins: process.moduleLoadList, touchedStdout }
  fs.writeFileSync(process.env.TRACE_TO, JSON.stringify(trace))
})
