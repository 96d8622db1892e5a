const { readFileSync } = require('node:fs')
const { parse } = require('yaml')

// A YAML file as a module: each of its keys is an export, as JSON, which is read several times faster than code.

const partsOf = (text) =>
  Object.entries(parse(text)).map(([key, value]) => [key, `JSON.parse(${JSON.stringify(JSON.stringify(value))})`])

/** For Jest. */
exports.process = (text) => ({
  code: partsOf(text)
    .map(([key, json]) => `exports.${key} = ${json}`)
    .join('\n'),
})

/** For Rolldown, which leaves out what nobody imports. */
exports.yamlAsJson = {
  name: 'yaml-as-json',
  load: {
    filter: { id: /\.yaml$/ },
    handler: (id) => ({
      code: partsOf(readFileSync(id, 'utf8'))
        .map(([key, json]) => `export const ${key} = /* @__PURE__ */ ${json}`)
        .join('\n'),
      moduleType: 'js',
    }),
  },
}
