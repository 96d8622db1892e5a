/**
 * Replaces the generated parts of a page, each between `<!-- name: … -->` and `<!-- /name -->`.
 *
 * @param parts Markdown by the name of its part
 */
export const withParts = (page: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name}: [^>]*-->\\n)[^]*(<!-- /${name} -->)`),
        (_, start: string, end: string) => `${start}\n${part}\n\n${end}`,
      ),
    page,
  )
