import { html } from '../../../src/text/blocks/write-html'

test('a text ends neither an element nor an attribute, in either kind of quotation marks', () => {
  const text = `<b>&"'`
  expect(html`<p title="${text}" lang='${text}'>${[text, 1, false, undefined]}</p>`.html).toBe(
    `<p title="&lt;b&gt;&amp;&quot;&#39;" lang='&lt;b&gt;&amp;&quot;&#39;'>&lt;b&gt;&amp;&quot;&#39;1</p>`,
  )
})
