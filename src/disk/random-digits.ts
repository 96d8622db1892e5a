/** @returns so many hexadecimal digits, as an id: `node:crypto` takes longer to load than a whole look */
export const randomDigits = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('')
