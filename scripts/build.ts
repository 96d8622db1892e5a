import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Metafile, transform } from 'esbuild'
import { compileTexts } from './compile-texts'
import { compileTour } from './compile-tour'
import { notices } from './notices'

/** Where packages and everything lazy end up as files of their own, so that a cast reads only what it needs. */
const out = 'dist'

async function main(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const metafile = await bundle()
  writeFileSync(join(out, 'engineer.texts.json'), JSON.stringify(compileTexts('templates/engineer')))
  writeFileSync(join(out, 'tour.json'), JSON.stringify(compileTour('templates/tour')))
  writeFileSync(join(out, 'THIRD-PARTY.md'), notices(Object.keys(metafile.inputs)))
}

/**
 * esbuild splits only ES modules, and CommonJS starts faster: so it splits first, and each piece is then turned into
 * CommonJS, `import()` into a `require` on need.
 */
async function bundle(): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    entryPoints: { spell: 'src/cli/entry.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.17',
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    legalComments: 'none',
    define: { __dirname: '__dirname' },
    write: false,
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'direct-eval': 'silent' },
  })
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20.17',
      supported: { 'dynamic-import': false },
      minifyWhitespace: true,
    })
    writeFileSync(join(out, basename(path)), code)
  }
  return metafile
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
