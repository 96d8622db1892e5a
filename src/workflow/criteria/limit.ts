const msIn = { s: 1_000, m: 60_000 } as const

/** @returns a time limit such as `90s` or `10m` in milliseconds; undefined if the text is none */
export function readLimit(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([sm])$/.exec(text) ?? []
  return unit === 's' || unit === 'm' ? Number(count) * msIn[unit] : undefined
}
