/** `2026-08-20T15:30:00Z`, for the history. */
export const timestampOf = (now: Date): string => `${now.toISOString().slice(0, 19)}Z`

/** `2026-08-20-1530` in UTC, for the names of archives. */
export const stampOf = (now: Date): string => now.toISOString().slice(0, 16).replace('T', '-').replace(':', '')
