import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { errorDocument, failureFrom } from '../../answer/render'

/** By the protocol until 2025-11-25: a resource that is not there. */
export const notFound = -32002

/** The SDK's own error would say its number twice. */
const protocolError = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), { code, ...(data && { data }) })

/** @returns the error of a name that nothing has; it names those there are */
export const unknownName = (message: string, known: readonly { readonly name: string }[]): Error =>
  protocolError(ErrorCode.InvalidParams, `${message}; there is ${known.map(({ name }) => name).join(', ')}.`)

/** @returns what was thrown as an error of the protocol: of a failure, its message, its fix, and its document beside it */
export function asProtocolError(error: unknown): Error {
  if (error instanceof Error && typeof (error as { code?: unknown }).code === 'number') return error
  const failure = failureFrom(error)
  const code = failure.code === 'no-such-resource' ? notFound : ErrorCode.InvalidRequest
  return protocolError(code, `${failure.message} Fix: ${failure.fix}`, errorDocument(failure))
}
