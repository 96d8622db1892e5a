import type { Command } from '../command'
import { command as block } from './block'
import { command as blocked } from './blocked'
import { command as detect } from './detect'
import { command as hook } from './hook'
import { command as marker } from './marker'
import { command as unblock } from './unblock'

/** The verbs of `spell hope`, in the order of the work. */
export const commands: readonly Command[] = [detect, marker, block, unblock, blocked, hook]
