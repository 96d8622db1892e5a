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

  process.on('disconnect', () => process.exit(0))

  process.on('message', async ({ cwd, argv, env, input }) => {
    for (const path of Object.keys(require.cache)) if (path.startsWith(dirname(entry))) delete require.cache[path]
    // Otherwise this list would keep the modules alive.
    module.children.length = 0
    process.chdir(cwd)
    process.env = env
    process.argv = argv
    const said = { 1: [], 2: [] }
    let given = Buffer.from(input)
    const exitCode = await require(entry).run(argv.slice(2), {
      write(descriptor, bytes) {
        said[descriptor].push(Buffer.from(bytes))
        return bytes.length
      },
      read(descriptor, buffer) {
        if (descriptor !== 0) return fs.readSync(descriptor, buffer)
        const length = given.copy(buffer)
        given = given.subarray(length)
        return length
      },
      stat() {
        throw new Error('no terminal')
      },
    })
    process.send({ stdout: String(Buffer.concat(said[1])), stderr: String(Buffer.concat(said[2])), exitCode })
  })
}
