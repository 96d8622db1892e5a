/**
 * What tests import as fast-check. Properties try other values with each commit, and the same ones each time that it is
 * tested: what has passed passes again, and what fails fails for everyone.
 */
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js')

fastCheck.configureGlobal({ seed: globalThis.seed })

module.exports = fastCheck
