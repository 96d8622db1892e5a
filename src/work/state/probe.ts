import { hasContent, hasFile, readShort, readText } from '../../disk/read'
import type { Probe, Workflow } from '../../flows/flow'

/**
 * Reads the files that a workflow's facts depend on.
 *
 * @param root absolute
 * @param probes which files, and whether their text is needed
 * @throws Failure if one of them cannot be read
 */
export function probeFiles(root: string, probes: Workflow['probes']): Probe {
  return Object.fromEntries(Object.entries(probes).map(([path, need]) => [path, probeFile(root, path, need)]))
}

function probeFile(root: string, path: string, need: Workflow['probes'][string]): string | true | undefined {
  if (need === 'text') return readText(root, path)
  if (need === 'short text') return readShort(root, path, maxTemplateBytes)
  return (need === 'presence' ? hasFile(root, path) : hasContent(root, path)) || undefined
}

/** No template is longer. */
const maxTemplateBytes = 16 * 1024
