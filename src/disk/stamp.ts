// `toISOString` would load the time zone first, which takes as long as reading ten files.

/** `2026-08-20T15:30:00Z`, for the history. */
export function timestampOf(now: Date): string {
  const [year, month, day, hours, minutes, seconds] = partsOf(now)
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`
}

/** `2026-08-20-1530` in UTC, for the names of archives. */
export function stampOf(now: Date): string {
  const [year, month, day, hours, minutes] = partsOf(now)
  return `${year}-${month}-${day}-${hours}${minutes}`
}

const partsOf = (now: Date): string[] =>
  [
    now.getUTCFullYear(),
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ].map((part) => String(part).padStart(2, '0'))
