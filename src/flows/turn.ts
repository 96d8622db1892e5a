import type { Turn } from './flow'

export const you = (does: string, command?: string): Turn => ({ who: 'you', does, ...(command && { command }) })
export const agent = (does: string, command?: string): Turn => ({ who: 'agent', does, ...(command && { command }) })
export const done: Turn = { who: 'nobody', does: '' }
