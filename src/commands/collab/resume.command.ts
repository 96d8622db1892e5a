import type { Command } from '../../cli/command'
import { examine } from '../doctor/doctor'
import { outputOfDoctor } from '../doctor/doctor.command'
import { repair } from '../doctor/repair'
import { act, changing, optionsIn, sessionOf } from './session-command'

/** Brings a new conversation up to date. */
export const command: Command = {
  name: 'resume',
  summary: 'says what is to be done, with the note and the documents, after the context was cleared',
  options: [
    { key: 'fromBackup', flag: '--from-backup', help: 'make a session whole again whose state cannot be read' },
    ...changing,
  ],
  async run(_, setting) {
    if (!optionsIn(setting).fromBackup) return act(setting, { verb: 'resume' })
    const { workflow, edge } = sessionOf(setting)
    const look = () => examine(edge.root, workflow, edge.env, edge.now)
    const found = await look()
    const isRepairable = found.some((finding) => finding.repair)
    const repairs = isRepairable ? await repair(workflow, edge) : []
    return outputOfDoctor(workflow.definition.name, isRepairable ? await look() : found, repairs)
  },
}
