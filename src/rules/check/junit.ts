import { type Place, type Rule, rules } from '../finding'
import { allowedIn, type Report } from './report'

/**
 * The report as JUnit XML for GitLab and Jenkins: one test per rule. Of several failures in a test they show only the
 * first, so one failure names all.
 */
export function asJunit(report: Report): string {
  const { findings } = report
  const noted = allowedIn(report)
  const names = Object.keys(rules) as Rule[]
  const failures = new Set(findings.map(({ rule }) => rule)).size
  const counts = `tests="${names.length}" failures="${failures}" errors="0" skipped="0" time="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="spell check" ${counts}>`,
    `  <testsuite name="spell check" ${counts}>`,
    ...names.map((rule) => {
      const broken = findings.filter((finding) => finding.rule === rule)
      const told = noted.filter((one) => one.rule === rule)
      const file = broken[0] ? ` file="${escaped(broken[0].where)}"` : ''
      const parts = [
        broken[0] &&
          `<failure message="${escaped(broken[0].message)}" type="${rule}">${escaped(broken.map(describe).join('\n'))}</failure>`,
        told.length > 0 && `<system-out>${escaped(told.map(describe).join('\n'))}</system-out>`,
      ].filter(Boolean)
      const name = `${rule}: ${rules[rule]}`.replaceAll('`', '')
      const open = `    <testcase classname="spell check" name="${escaped(name)}"${file} time="0"`
      return parts.length === 0 ? `${open}/>` : `${open}>${parts.join('')}</testcase>`
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const describe = ({ where, line, message, fix }: Place & { message: string; fix?: string }): string =>
  [`${line === undefined ? where : `${where}:${line}`}: ${message}`, ...(fix ? [`fix: ${fix}`] : [])].join('\n')

/** Characters that XML 1.0 cannot express, even escaped: control characters, lone surrogates, and two noncharacters. */
const unsayable = /[^\P{Cc}\t\n\r\x7F-\x9F]|\p{Cs}|[\uFFFE\uFFFF]/gu

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text.replace(unsayable, '\uFFFD').replace(/[&<>"]/g, (character) => entities[character] ?? character)
