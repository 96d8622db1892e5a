import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { errorDocument, failureFrom } from '../answer/render'

/** The SDK's error class would print the code twice. */
const protocolError = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), { code, ...(data && { data }) })

/** @returns the error for an unknown name, with the known ones */
export const unknownName = (message: string, known: readonly { readonly name: string }[]): Error =>
  protocolError(ProtocolErrorCode.InvalidParams, `${message}; there is ${known.map(({ name }) => name).join(', ')}.`)

/** @returns a thrown value as an error of the protocol: for a failure its message and fix, with its document as data */
export function asProtocolError(error: unknown): Error {
  if (error instanceof Error && typeof (error as { code?: unknown }).code === 'number') return error
  const failure = failureFrom(error)
  const message = `${failure.message} Fix: ${failure.fix}`
  return protocolError(ProtocolErrorCode.InvalidRequest, message, errorDocument(failure))
}
