const { existsSync, mkdirSync, readdirSync, symlinkSync } = require('node:fs')
const { delimiter, join } = require('node:path')

const links = join(__dirname, '..', '..', 'node_modules', '.cache', 'spell', 'path')

/**
 * A `spell` of the machine must not answer for the tests'. A folder that has one is replaced by links to its other programs.
 *
 * @param {string} path as in the environment; on Windows, where links need a right, it stays as it is
 * @returns {string}
 */
function pathWithoutSpell(path) {
  if (process.platform === 'win32') return path
  const folders = path.split(delimiter)
  return folders.map((folder) => (existsSync(join(folder, 'spell')) ? linksTo(folder) : folder)).join(delimiter)
}

function linksTo(folder) {
  const linked = join(links, encodeURIComponent(folder))
  mkdirSync(linked, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name !== 'spell') link(join(folder, name), join(linked, name))
  }
  return linked
}

/** Two runs of the tests may make the same one. */
function link(from, to) {
  try {
    symlinkSync(from, to)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

module.exports = { pathWithoutSpell }
