import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workflows } from '../src/flows/registry'
import { asAscii } from './as-ascii'
import { bundle } from './bundle'
import { compileAgents } from './compile-agents'
import { compileCompletion } from './compile-completion'
import { compileDeclarations } from './compile-declarations'
import { compileExamples } from './compile-examples'
import { compileHooks } from './compile-hooks'
import { compileHopeHooks } from './compile-hope-hooks'
import { compileMcp } from './compile-mcp'
import { compilePages } from './compile-pages'
import { compileTexts, printTexts } from './compile-texts'
import { compileTour } from './compile-tour'
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
  writeFileSync(join(out, 'mcp.texts.json'), asAscii(compileMcp('templates/mcp')))
  writeFileSync(join(out, 'tour.json'), asAscii(compileTour('templates/tour')))
  writeFileSync(join(out, 'completion.json'), asAscii(compileCompletion('templates/completion')))
  writeFileSync(join(out, 'agents.json'), asAscii(compileAgents('templates/agents')))
  writeFileSync(join(out, 'hooks.json'), asAscii(compileHooks('templates/hooks')))
  writeFileSync(join(out, 'examples.json'), asAscii(compileExamples('templates/help/examples.md')))
  writeFileSync(join(out, 'pages.json'), asAscii(compilePages('templates/pages')))
  const small = { '.yaml': readFileSync('templates/workflow/new.yaml', 'utf8') }
  writeFileSync(join(out, 'workflow.json'), asAscii({ small, copy: engineerCopy() }))
  writeFileSync(join(out, 'hope-hooks.json'), asAscii(compileHopeHooks('templates/hope-hooks')))
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
