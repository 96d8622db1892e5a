import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { errorDocument, failureFrom } from '../answer/render'

/** A resource that does not exist, in the protocol until 2025-11-25. */
export const notFound = -32002

/** The SDK's error class would print the code twice. */
const protocolError = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), { code, ...(data && { data }) })

/** @returns the error for an unknown name, with the known ones */
export const unknownName = (message: string, known: readonly { readonly name: string }[]): Error =>
  protocolError(ErrorCode.InvalidParams, `${message}; there is ${known.map(({ name }) => name).join(', ')}.`)

/** @returns a thrown value as an error of the protocol: for a failure its message and fix, with its document as data */
export function asProtocolError(error: unknown): Error {
  if (error instanceof Error && typeof (error as { code?: unknown }).code === 'number') return error
  const failure = failureFrom(error)
  const code = failure.code === 'no-such-resource' ? notFound : ErrorCode.InvalidRequest
  return protocolError(code, `${failure.message} Fix: ${failure.fix}`, errorDocument(failure))
}
