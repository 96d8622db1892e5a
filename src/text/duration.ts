/** @returns a time as people say it: `0.4 s`, `12 s`, `3 min 5 s` */
export function durationText(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, '')} s`
  const seconds = Math.round(ms / 1_000)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}
