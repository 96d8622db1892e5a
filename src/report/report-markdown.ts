import { paragraphs } from '../answer/markdown'
import { lineText, writeMarkdown } from '../blocks/write-markdown'
import type { WorkReport } from './model'
import { reportSections } from './report-sections'
import { placeText } from './report-words'

/** @returns the report as Markdown for a pull request or a release note; its first line is the verdict */
export function reportMarkdown(report: WorkReport): string {
  const head = `${report.title} (${placeText(report)})`
  return `${paragraphs(lineText(report.verdict.text), lineText(head), writeMarkdown(reportSections(report)))}\n`
}
