const { fork } = require('node:child_process')
const fs = require('node:fs')
const Module = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')
const { isMainThread, workerData } = require('node:worker_threads')

if (isMainThread) answer(process.argv[2])
else pass(workerData)

/** In a worker thread, as the test blocks while it waits: passes messages to a process, and back. */
function pass({ entry, port, ended }) {
  const child = fork(__filename, [entry], { silent: true })
  const back = (run) => {
    port.postMessage(run)
    Atomics.add(ended, 0, 1)
    Atomics.notify(ended, 0)
  }
  child.stderr.on('data', (text) => process.stderr.write(text))
  child.on('message', back)
  child.on('exit', () => back(undefined))
  port.on('message', (call) => child.send(call))
  port.on('close', () => child.kill())
}

/** In that process: runs the program on each message, as if it were the first run of the process. */
function answer(entry) {
  // Compiling its files takes most of the time, so it is done once.
  const scripts = new Map()
  Module._extensions['.cjs'] = (module, filename) => {
    const script = scripts.get(filename) ?? new Script(Module.wrap(fs.readFileSync(filename, 'utf8')), { filename })
    scripts.set(filename, script)
    script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, dirname(filename))
  }

  const { writeSync, readSync, fstatSync } = fs
  let said = { 1: [], 2: [] }
  let given = Buffer.alloc(0)
  let ended = () => {}
  fs.writeSync = (descriptor, ...rest) => {
    if (!(descriptor in said)) return writeSync(descriptor, ...rest)
    said[descriptor].push(Buffer.from(rest[0]))
    return rest[0].length
  }
  fs.readSync = (descriptor, buffer, ...rest) => {
    if (descriptor !== 0) return readSync(descriptor, buffer, ...rest)
    const length = given.copy(buffer)
    given = given.subarray(length)
    return length
  }
  fs.fstatSync = (descriptor, ...rest) => {
    if (descriptor > 2) return fstatSync(descriptor, ...rest)
    throw new Error('no terminal')
  }
  process.exit = (exitCode) => ended(Number(exitCode ?? 0))
  process.on('disconnect', () => process.reallyExit(0))

  process.on('message', ({ cwd, argv, env, input }) => {
    for (const path of Object.keys(require.cache)) if (path.startsWith(dirname(entry))) delete require.cache[path]
    // Otherwise this list would keep the modules alive.
    module.children.length = 0
    said = { 1: [], 2: [] }
    given = Buffer.from(input)
    process.chdir(cwd)
    process.env = env
    process.argv = argv
    ended = (exitCode) => {
      ended = () => {}
      process.send({ stdout: String(Buffer.concat(said[1])), stderr: String(Buffer.concat(said[2])), exitCode })
    }
    require(entry).run()
  })
}
