/** `2026-08-20T15:30:00Z`, for the history. `toISOString` would load the time zone, which takes as long as ten files. */
export function timestampOf(now: Date): string {
  const padded = (part: number) => String(part).padStart(2, '0')
  const day = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()].map(padded).join('-')
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(padded).join(':')
  return `${day}T${time}Z`
}

/** `2026-08-20-1530` in UTC, for the names of archives. */
export const stampOf = (now: Date): string => timestampOf(now).replace(/T(..):(..).*/, '-$1$2')
