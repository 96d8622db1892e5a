import type { Read } from '../../workflow/artifacts/form'
import { type Artifact, artifactOf } from '../../workflow/artifacts/form'
import { readHeadings, sectionsIn } from '../../workflow/artifacts/headings'
import { readJson } from '../../workflow/artifacts/json'
import { blocksIn, readLabels } from '../../workflow/artifacts/labels'
import { labelOf } from '../../workflow/artifacts/markdown'
import type { WorkflowFile } from './format'

/** @returns what a text that is handed in says by the fields of its artifact, or the one thing that is wrong with all of it */
export function readArtifact({ files = {}, artifacts = {} }: WorkflowFile, name: string, text: string) {
  const artifact = artifactOf(name, artifacts[name] ?? { fields: {} })
  return { artifact, read: files[name]?.endsWith('.json') ? readJson(artifact, text) : readMarkdown(artifact, text) }
}

/** A field stands below its heading, or after its label; a text may have several paragraphs below a heading. */
function readMarkdown(artifact: Artifact, text: string): Read {
  const labels = readLabels(artifact, blocksIn(artifact, text).blocks)
  const texts = artifact.fields.filter(({ kind }) => kind === 'text' || kind === 'filled text' || kind === 'prose')
  const headed = texts.map((field) => ({ ...field, heading: labelOf(field.key) }))
  const headings = readHeadings({ ...artifact, fields: headed }, sectionsIn(text))
  return {
    form: 'labels',
    values: { ...labels.values, ...headings.values },
    lineOf: (place) => headings.lineOf(place) ?? labels.lineOf(place),
  }
}
