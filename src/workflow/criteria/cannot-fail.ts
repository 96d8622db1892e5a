/** Whether a command ends well whatever the work is: it shows nothing of it. */
export function cannotFail(text: string): boolean {
  // Only the last statement decides; what is quoted joins nothing.
  const statements = text.replace(/'[^']*'|"[^"]*"/g, '_').split(/[;\n]/)
  const last = statements.findLast((each) => each.trim() !== '') ?? ''
  return last.split('||').some((one) => one.split('&&').every((each) => harmless.test(each.replace(/^.*\|/s, ''))))
}

const harmless = /^\s*(?:(?:\S*\/)?(?:true|echo|printf)(?:\s.*)?|:(?:\s.*)?|exit(?:\s+0)?)\s*$/s
