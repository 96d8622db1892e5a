/** Windows has no modes, named pipes or signals, and few users may create links there. */
export const isPosix = process.platform !== 'win32'

/** For tests of what Windows lacks: there they are skipped, and counted as skipped. */
export const describeOnPosix = isPosix ? describe : describe.skip
export const testOnPosix = isPosix ? test : test.skip
