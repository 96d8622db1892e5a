import fs from 'node:fs'

type Call = 'mkdirSync' | 'openSync' | 'readdirSync' | 'renameSync' | 'rmdirSync' | 'unlinkSync'

/**
 * Lets a file system call fail some times.
 * @param of whether a path is affected
 * @returns how often the call was made
 */
export function refuseTimes(call: Call, times: number, code: string, of: (path: string) => boolean = () => true) {
  const work = fs[call] as (...args: unknown[]) => unknown
  let made = 0
  jest.spyOn(fs, call).mockImplementation(((...args: unknown[]) => {
    if (of(String(args[0])) && ++made <= times) throw Object.assign(new Error(`${code}: ${call}`), { code })
    return work(...args)
  }) as never)
  return () => made
}

const { platform } = process
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

/** Until the end of the test, the program believes that it runs on Windows. */
export const onWindows = () => void Object.defineProperty(process, 'platform', { value: 'win32' })
