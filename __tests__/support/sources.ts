import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { filesUnder } from '../../src/store/read'

/** One import or re-export, as it is written. */
export interface Import {
  readonly from: string
  /** What it takes; `*` for everything, and for what is only known at run time. */
  readonly names: readonly string[]
  /** Gone once the types are. */
  readonly typeOnly: boolean
  /** An `import()`, loaded where it is reached. */
  readonly lazy: boolean
}

export interface Source {
  /** From the repository's top, with `/`. */
  readonly path: string
  readonly imports: readonly Import[]
  /** Free and local names, `a.b`, `new A()` or `new A(…)`, and calls such as `open(…, r)`. */
  readonly uses: ReadonlySet<string>
}

type Node = Readonly<Record<string, unknown>> & { readonly type?: string }

const repository = join(__dirname, '..', '..')

/** Every TypeScript file of a folder, read by the compiler's parser: a word in a comment or a text is none. */
export const sourcesIn = (folder: string): Source[] =>
  filesUnder(repository, folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, ...readSource(readFileSync(join(repository, path), 'utf8')) }))

/** @returns what a text in TypeScript imports and uses */
export function readSource(text: string): Omit<Source, 'path'> {
  const imports: Import[] = []
  const uses = new Set<string>()
  visit(parseSync(text, { syntax: 'typescript', target: 'es2022' }) as unknown as Node, (node) => {
    const found = importOf(node)
    if (found) imports.push(found)
    const used = useOf(node)
    if (used) uses.add(used)
  })
  return { imports, uses }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Node)
  for (const child of Object.values(value)) visit(child, see)
}

function importOf(node: Node): Import | undefined {
  const { type, source, specifiers, typeOnly, callee, argument } = node as Record<string, Node & Node[]>
  if (source && ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(String(type))) {
    const taken: readonly Node[] = specifiers ?? []
    return {
      from: String(source.value),
      names: taken.length > 0 ? taken.map(nameOf) : ['*'],
      typeOnly: Boolean(typeOnly) || (taken.length > 0 && taken.every(({ isTypeOnly }) => isTypeOnly)),
      lazy: false,
    }
  }
  if (String(type) === 'TsImportType')
    return { from: String(argument?.value), names: ['*'], typeOnly: true, lazy: false }
  if (String(type) === 'CallExpression' && callee?.type === 'Import') {
    return { from: argumentsOf(node)[0] ?? '', names: ['*'], typeOnly: false, lazy: true }
  }
  return undefined
}

function nameOf({ type, imported, orig, local }: Node): string {
  const name = (imported ?? orig ?? local) as Node | undefined
  return type === 'ImportSpecifier' || type === 'ExportSpecifier' ? String(name?.value) : '*'
}

function useOf(node: Node): string | undefined {
  const { type, callee, object, property } = node as Record<string, Node>
  // A name after a dot or before a colon has no scope.
  if (String(type) === 'Identifier') return 'ctxt' in node ? String(node.value) : undefined
  if (String(type) === 'MemberExpression') return `${object?.value}.${property?.value}`
  if (String(type) === 'NewExpression') return `new ${callee?.value}(${argumentsOf(node).length > 0 ? '…' : ''})`
  if (String(type) === 'CallExpression') return `${callee?.value}(${argumentsOf(node).join(', ')})`
  return undefined
}

/** The texts among the arguments of a call, `…` for the others. */
function argumentsOf(node: Node): string[] {
  const given = (node.arguments ?? []) as readonly { readonly expression: Node }[]
  return given.map(({ expression }) => (expression.type === 'StringLiteral' ? String(expression.value) : '…'))
}
