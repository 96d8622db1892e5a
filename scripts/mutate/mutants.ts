import { parseSync } from '@swc/core'

/** A small change of a file. */
export interface Mutant {
  /** The range that is replaced, in bytes. */
  readonly start: number
  readonly end: number
  readonly by: string
  /** The kind of mutation. */
  readonly what: string
}

/** The parts of a syntax node that are read. */
interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [key: string]: unknown
}

/** Binary operators and their replacements. */
const operators: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '-': '+',
  '*': '/',
  '%': '*',
}
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Types, which are erased at run time. */
const typeKeys = /^(typeAnnotation|typeParameters|typeParams|typeArguments|superTypeParams|returnType|implements)$/
const isTypeOnly = (type: string) => /^Ts(?!As|NonNull|Satisfies|Const)/.test(type)

/**
 * @param source a TypeScript file
 * @returns all supported mutants, in the order of the file
 */
export function mutantsOf(source: string): Mutant[] {
  // The parser's offsets continue from file to file; an empty statement reveals the start.
  const program = parseSync(`;${source}`, { syntax: 'typescript', target: 'es2022' })
  const bytes = Buffer.from(source)
  const zero = (program.body[0]?.span.start ?? 0) + 1
  const found: Mutant[] = []
  const startOf = ({ span }: Node) => span.start - zero
  const endOf = ({ span }: Node) => span.end - zero
  const textOf = (node: Node) => bytes.subarray(startOf(node), endOf(node)).toString()
  const put = (start: number, end: number, by: string, what: string) => found.push({ start, end, by, what })
  const replace = (node: Node, by: string, what: string) => put(startOf(node), endOf(node), by, what)
  const negate = (test: unknown, what: string) => isNode(test) && replace(test, `!(${textOf(test)})`, what)
  const returnAtOnce = (body: unknown) => {
    if (!isNode(body) || !/^(FunctionBody|BlockStatement)$/.test(body.type) || (body.stmts as Node[]).length === 0)
      return
    put(startOf(body) + 1, startOf(body) + 1, ' return;', 'a function returns at once')
  }

  const look = (node: Node): void => {
    switch (node.type) {
      case 'ExpressionStatement': {
        const { type } = node.expression as Node
        if (/^(Call|Await|Assignment|Update)Expression$/.test(type)) replace(node, ';', 'a statement is dropped')
        return
      }
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        negate(node.test, 'a condition is negated')
        return
      case 'UnaryExpression':
        if (node.operator === '!') replace(node, textOf(node.argument as Node), 'a negation is dropped')
        return
      case 'BinaryExpression': {
        const operator = node.operator as string
        const other = operators[operator]
        if (!other) return
        const gap = endOf(node.left as Node)
        const at = gap + bytes.subarray(gap, startOf(node.right as Node)).indexOf(operator)
        put(at, at + operator.length, other, `${operator} becomes ${other}`)
        return
      }
      case 'NumericLiteral':
        replace(node, String(Number(node.value) + 1), 'a number is one more')
        return
      case 'BooleanLiteral':
        replace(node, String(!node.value), `${node.value} becomes ${!node.value}`)
        return
      case 'AwaitExpression':
        replace(node, textOf(node.argument as Node), 'an await is dropped')
        return
      case 'CallExpression': {
        const [first, second] = (node.arguments as { spread: unknown; expression: Node }[]) ?? []
        if (!first || !second || first.spread || second.spread) return
        const [one, two] = [first.expression, second.expression]
        if (one.type !== two.type || !/^(Identifier|MemberExpression|StringLiteral)$/.test(one.type)) return
        const between = bytes.subarray(endOf(one), startOf(two)).toString()
        put(startOf(one), endOf(two), textOf(two) + between + textOf(one), 'two arguments change places')
        return
      }
      case 'MemberExpression': {
        const property = node.property as Node
        const other = property.type === 'Identifier' && methods.get(String(property.value))
        if (other) replace(property, other, `${property.value} becomes ${other}`)
        return
      }
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
      case 'ClassMethod':
        returnAtOnce(node.body ?? (node.function as Node | undefined)?.body)
        return
    }
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (typeof value === 'object' && value !== null) {
      if (isNode(value)) {
        if (isTypeOnly(value.type) || value.type === 'ImportDeclaration') return
        look(value)
      }
      for (const [key, child] of Object.entries(value)) if (!typeKeys.test(key)) walk(child)
    }
  }
  walk(program.body)
  return found.sort((one, other) => one.start - other.start)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'span' in value

/** @returns the mutated file */
export function mutated(source: string, { start, end, by }: Mutant): string {
  const bytes = Buffer.from(source)
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(end)]).toString()
}
