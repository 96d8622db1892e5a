import { capital, paragraphs } from '../../answer/markdown'
import { lineText, writeMarkdown } from '../../blocks/write-markdown'
import type { WorkReport } from './model'
import { reportSections } from './report-sections'

/** @returns the report as Markdown for a pull request or a release note; its first line is the verdict */
export function reportMarkdown(report: WorkReport): string {
  const { verdict, title, workflow, work, stateTitle, isArchived } = report
  const head = [title, ' (', workflow, ' · ', work, ' · ', isArchived ? 'archived' : stateTitle, ')']
  return `${paragraphs(lineText(verdict.text), lineText(head), writeMarkdown(reportSections(report)))}\n`
}

/** @returns the verdict as a sentence, for a message */
export const verdictLine = ({ verdict }: WorkReport): string => `${capital(verdict.text)}.`
