import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { workflows } from '../src/workflows/registry'
import { asAscii } from './as-ascii'
import { bundle } from './bundle'
import { compileDeclarations } from './compile-declarations'
import {
  compileAgents,
  compileCompletion,
  compileExamples,
  compileHooks,
  compileHopeHooks,
  compileMcp,
  compilePages,
  compileTour,
} from './compile-templates'
import { compileTexts, printTexts } from './compile-texts'
import { engineerCopy } from './engineer-copy'
import { notices } from './notices'
import { plugins } from './plugins'

/** Builds everything that the program needs; the package also gets declarations. */
export async function buildInto(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const made = await bundle(out)
  for (const { name } of workflows) {
    writeFileSync(join(out, `${name}.texts`), printTexts(compileTexts(`templates/${name}`), asAscii))
  }
  const small = { '.yaml': readFileSync('templates/workflow/new.yaml', 'utf8') }
  const documents = {
    'mcp.texts.json': compileMcp('templates/mcp'),
    'tour.json': compileTour('templates/tour'),
    'completion.json': compileCompletion('templates/completion'),
    'agents.json': compileAgents('templates/agents'),
    'hooks.json': compileHooks('templates/hooks'),
    'examples.json': compileExamples('templates/help/examples.md'),
    'pages.json': compilePages('templates/pages'),
    'hope-hooks.json': compileHopeHooks('templates/hope-hooks'),
  }
  for (const [name, document] of Object.entries(documents)) writeFileSync(join(out, name), asAscii(document))
  // Long, and rarely read.
  writeFileSync(join(out, 'workflow.json.br'), brotliCompressSync(JSON.stringify({ small, copy: engineerCopy() })))
  for (const [path, text] of Object.entries(await plugins())) {
    mkdirSync(dirname(join(out, 'plugins', path)), { recursive: true })
    writeFileSync(join(out, 'plugins', path), text)
  }
  writeFileSync(join(out, 'THIRD-PARTY.md'), notices(Object.values(made).flatMap(({ modules }) => modules)))
}

if (require.main?.filename === __filename || process.argv[1] === __filename) {
  // Tests skip the declarations: a type error should fail the compiler, not four hundred tests.
  const isForTests = process.argv.includes('--without-declarations')
  buildInto('dist')
    .then(() => isForTests || compileDeclarations(join('dist', 'types')))
    .catch((error) => {
      console.error(error)
      process.exitCode = 1
    })
}
