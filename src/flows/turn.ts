import type { Turn } from './flow'

export const you = (does: string): Turn => ({ who: 'you', does })
export const agent = (does: string): Turn => ({ who: 'agent', does })
export const done: Turn = { who: 'nobody', does: '' }
