/** Windows has no modes, no named pipes and no signals, and few may make links there. */
export const isPosix = process.platform !== 'win32'

/** Tests of what Windows does not have: there they are skipped, and counted as such. */
export const describeOnPosix = isPosix ? describe : describe.skip
export const testOnPosix = isPosix ? test : test.skip
