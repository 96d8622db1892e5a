/** What the pages of `spell watch` add to the style of a report. */
export const watchStyle = `
nav { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; max-width: 52rem; margin: 0 auto; padding: .8rem clamp(1rem, 4vw, 2rem) 0; font-size: .875rem; }
nav:has(+ * > .wide) { max-width: 100rem; }
nav + * > header { padding-top: clamp(1rem, 3vw, 2rem); }
a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--calm); }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; border-radius: .2rem; }
nav .name { font-weight: 650; }
.link { color: var(--soft); margin-left: auto; }
.link::before { content: "○ "; }
.link.live::before { content: "● "; color: var(--good); }
.link.lost { color: var(--bad); }
.link.lost::before { content: "✗ "; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.wide { max-width: 100rem; }
main.wide { padding-bottom: 3rem; }
.board { margin-top: 1rem; }
.board h2 { margin: 2rem 0 .75rem; padding-bottom: .4rem; border-bottom: 2px solid var(--line); }
#you h2 { border-color: var(--ink); }
.board ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .75rem; align-items: start; }
.board section > .say { margin: 0 0 .75rem; }
.count { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.empty .rows { max-width: 46rem; }
.legend { margin-top: 1.5rem; }
.legend .bar { display: inline-flex; width: 1.5rem; margin: 0 .25rem 0 .75rem; }
.legend .bar span { flex: 1; }
.card { position: relative; padding: .8rem .9rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--wash); }
.card:hover, .card:focus-within { border-color: var(--calm); }
.card h3 { margin: 0; font-size: 1rem; line-height: 1.3; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
.card a { text-decoration: none; }
.card a:hover { text-decoration: underline; }
.card a::after { content: ""; position: absolute; inset: 0; border-radius: .6rem; }
.card a:focus-visible { outline: none; }
.card a:focus-visible::after { outline: 2px solid var(--ink); outline-offset: 2px; }
.card p { margin: .35rem 0 0; white-space: normal; }
.card .bar { margin-top: .5rem; }
.card .note, .card time, .say { font-size: .8125rem; }
.card .bar, .card .key { position: relative; }
`
