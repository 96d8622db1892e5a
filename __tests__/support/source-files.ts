import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Argument,
  type CallExpression,
  type ExportAllDeclaration,
  type ExportNamedDeclaration,
  type ExportSpecifier,
  type Expression,
  type Identifier,
  type ImportDeclaration,
  type ImportSpecifier,
  type MemberExpression,
  type NewExpression,
  parseSync,
  type StringLiteral,
  type TemplateLiteral,
  type TsImportType,
} from '@swc/core'
import { filesUnder } from '../../src/disk/read'

/** An import or re-export. */
export interface Import {
  readonly from: string
  /** The imported names; `*` for everything, and for what is only known at run time. */
  readonly names: readonly string[]
  /** Erased with the types. */
  readonly typeOnly: boolean
  /** An `import()`, loaded when reached. */
  readonly lazy: boolean
}

export interface Source {
  /** Relative to the repository, with `/`. */
  readonly path: string
  readonly imports: readonly Import[]
  /** Names of variables, `a.b`, `new A()` or `new A(…)`, and calls such as `open(…, r)`. */
  readonly uses: ReadonlySet<string>
}

export const repository = join(__dirname, '..', '..')

/** Every TypeScript file of a folder, parsed by swc: comments and texts do not count. A script starts at the top of it. */
export const sourcesIn = (folder: string, top = repository): Source[] =>
  filesUnder(top, folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, ...readSource(readFileSync(join(top, path), 'utf8')) }))

/** @returns what a text in TypeScript imports and uses */
export function readSource(text: string): Omit<Source, 'path'> {
  const imports: Import[] = []
  const uses = new Set<string>()
  for (const node of nodesIn(parsed(text))) {
    const found = importOf(node)
    if (found) imports.push(found)
    const used = useOf(node)
    if (used) uses.add(used)
  }
  return { imports, uses }
}

const parsed = (text: string) => parseSync(text, { syntax: 'typescript', target: 'es2022' })

/** The node types that are examined; all others are only traversed. */
type Node =
  | ImportDeclaration
  | ExportNamedDeclaration
  | ExportAllDeclaration
  | TsImportType
  | CallExpression
  | NewExpression
  | MemberExpression
  | Identifier
  | StringLiteral
  | TemplateLiteral

function nodesIn(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== 'object' || value === null) return found
  if ('type' in value) found.push(value as Node)
  // The name of a property in a type is no variable.
  const isProperty = 'type' in value && value.type === 'TsPropertySignature'
  for (const key in value) if (!isProperty || key !== 'key') nodesIn(value[key as never], found)
  return found
}

function importOf(node: Node): Import | undefined {
  const everything = { names: ['*'], typeOnly: false, lazy: false }
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration': {
      if (!node.source) return undefined
      const { specifiers, typeOnly } = node
      const types = specifiers.filter((specifier) => 'isTypeOnly' in specifier && specifier.isTypeOnly)
      return {
        from: node.source.value,
        names: specifiers.length > 0 ? specifiers.map(nameOf) : ['*'],
        typeOnly: typeOnly || (types.length > 0 && types.length === specifiers.length),
        lazy: false,
      }
    }
    case 'ExportAllDeclaration':
      return { ...everything, from: node.source.value, typeOnly: 'typeOnly' in node && node.typeOnly === true }
    case 'TsImportType':
      return { ...everything, from: node.argument.value, typeOnly: true }
    case 'CallExpression':
      return node.callee.type === 'Import' ? { ...everything, from: given(node.arguments), lazy: true } : undefined
    default:
      return undefined
  }
}

function nameOf(specifier: ImportSpecifier | ExportSpecifier): string {
  if (specifier.type === 'ImportSpecifier') return (specifier.imported ?? specifier.local).value
  return specifier.type === 'ExportSpecifier' ? specifier.orig.value : '*'
}

function useOf(node: Node): string | undefined {
  const name = (expression: Expression) => (expression.type === 'Identifier' ? expression.value : '…')
  switch (node.type) {
    // A name after a dot or before a colon has no scope: it is no variable.
    case 'Identifier':
      return 'ctxt' in node ? node.value : undefined
    case 'MemberExpression':
      return node.property.type === 'Identifier' ? `${name(node.object)}.${node.property.value}` : undefined
    case 'NewExpression':
      return `new ${name(node.callee)}(${node.arguments?.length ? '…' : ''})`
    case 'CallExpression':
      return node.callee.type === 'Identifier' ? `${node.callee.value}(${given(node.arguments)})` : undefined
    default:
      return undefined
  }
}

/** The string literals among arguments, `…` for all others. */
const given = (list: readonly Argument[]): string =>
  list.map(({ expression }) => (expression.type === 'StringLiteral' ? expression.value : '…')).join(', ')

/** @returns how many optional members each type of a text in TypeScript has, by the name of what it is written in */
export function optionalMembersIn(text: string): (readonly [name: string, count: number])[] {
  const found: (readonly [string, number])[] = []
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as { readonly type?: string; readonly id?: { readonly value?: string } }
    const inside = node.type?.endsWith('Declaration') ? (node.id?.value ?? name) : name
    const members = Object.values(node).flatMap((child) => (Array.isArray(child) ? child : []))
    const count = members.filter((member) => member?.type === 'TsPropertySignature' && member.optional).length
    if (count > 0) found.push([inside, count])
    for (const child of Object.values(value)) walk(child, inside)
  }
  walk(parsed(text), '')
  return found
}

/** @returns the string literals and templates of a text in TypeScript; what a template fills in is `…` */
export const textsIn = (text: string): string[] =>
  nodesIn(parsed(text)).flatMap((node) => {
    if (node.type === 'StringLiteral') return [node.value]
    return node.type === 'TemplateLiteral' ? [node.quasis.map(({ cooked }) => cooked).join('…')] : []
  })
