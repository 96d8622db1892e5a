/**
 * The digest of each workflow's table, by the workflow's name. Filled in by the build, as hashing takes longer than a
 * step.
 */
export const tableDigests: Readonly<Record<string, string>> = {}
