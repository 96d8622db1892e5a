import type { Command } from '../command'
import { command as answer } from './answer'
import { command as audit } from './audit'
import { command as block } from './block'
import { command as blocked } from './blocked'
import { command as bond } from './bond'
import { command as cancel } from './cancel'
import { command as consult, panel, summon } from './consult'
import { command as detect } from './detect'
import { command as engage } from './engage'
import { command as full } from './full'
import { command as history } from './history'
import { command as hook } from './hook'
import { command as intent } from './intent'
import { command as marker } from './marker'
import { command as recover } from './recover'
import { command as score } from './score'
import { command as start } from './start'
import { command as status } from './status'
import { command as submit } from './submit'
import { command as unblock } from './unblock'
import { command as undo } from './undo'
import { command as wave } from './wave'

/** The verbs of `spell hope`, in the order of the work. */
export const commands: readonly Command[] = [
  start,
  full,
  engage,
  score,
  answer,
  submit,
  wave,
  consult,
  panel,
  summon,
  bond,
  intent,
  cancel,
  audit,
  status,
  marker,
  history,
  undo,
  recover,
  detect,
  block,
  unblock,
  blocked,
  hook,
]
