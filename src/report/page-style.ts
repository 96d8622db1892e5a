/** The style of the page: one column that can be read, in light and dark, on a phone and on paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #1f2328; --soft: #57606a; --line: #e2e1dc; --wash: #f4f3ef;
  --good: #17663a; --good-wash: #e6f3ea; --warn: #7d4e00; --warn-wash: #fbf0d9; --bad: #a3202c; --bad-wash: #fbe9ea; --calm: #57606a; --half: #74b48c;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e4e6e3; --soft: #a2a9b0; --line: #2c3136; --wash: #1c2024;
    --good: #7fd19b; --good-wash: #16281d; --warn: #e6b860; --warn-wash: #2b2312; --bad: #f29aa1; --bad-wash: #301a1d; --calm: #a2a9b0; --half: #3f7a55;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
header, main, footer { max-width: 52rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem); }
header { padding-top: clamp(1.5rem, 6vw, 4rem); }
h1 { margin: .2rem 0 0; font-size: clamp(1.6rem, 1.1rem + 2.4vw, 2.4rem); line-height: 1.18; font-weight: 650; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 3rem 0 .9rem; font-size: 1.15rem; line-height: 1.3; font-weight: 650; }
h3 { margin: 1.6rem 0 .5rem; font-size: 1rem; font-weight: 650; }
p { margin: .5rem 0; }
ul, ol { margin: 0; padding: 0; list-style: none; }
.rows p { margin: .2rem 0; }
.rows p:first-child { margin-top: 0; }
.rows p:last-child { margin-bottom: 0; }
code { font: .875em/1.5 var(--mono); background: var(--wash); border-radius: .25rem; padding: .1em .35em; white-space: break-spaces; }
pre { margin: .5rem 0; padding: .7rem .9rem; background: var(--wash); border-radius: .4rem; font: .8125rem/1.5 var(--mono); white-space: pre-wrap; }
.over, .note, time { color: var(--soft); font-size: .875rem; }
.over { margin: 0; }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.verdict { margin: 1.5rem 0 0; padding: .9rem 1.1rem; border-radius: .6rem; background: var(--wash); }
.verdict.good { background: var(--good-wash); }
.verdict.warn { background: var(--warn-wash); }
.verdict.bad { background: var(--bad-wash); }
.verdict p { margin: 0; font-weight: 600; }
.bar { display: flex; gap: 2px; height: .5rem; margin-top: .75rem; border-radius: .25rem; overflow: hidden; background: var(--line); }
.bar span { flex-basis: 0; }
.bar .good { background: var(--good); }
.bar .half { background: var(--half); }
.key { margin: .45rem 0 0 !important; font-weight: 400 !important; font-size: .8125rem; color: var(--soft); }
.rows > li { padding: .8rem 0; border-top: 1px solid var(--line); }
.rows > li:last-child { border-bottom: 1px solid var(--line); }
.row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem 1rem; align-items: baseline; }
.what { font-weight: 500; }
.state { font-size: .875rem; white-space: nowrap; }
.good > .sign, .state.good, span.good { color: var(--good); } .state.warn, span.warn { color: var(--warn); } .state.bad, span.bad { color: var(--bad); }
.sign { font-weight: 700; margin-right: .35em; }
.runs { margin-top: .4rem; font-size: .875rem; }
.runs li { margin-top: .25rem; }
.text { margin-top: .4rem; font-size: .9375rem; }
.text p { margin: .35rem 0; }
.text .head { font-weight: 600; font-size: .875rem; color: var(--soft); }
.text ul { padding: 0 1.1rem; list-style: disc; }
.text li { margin: .15rem 0; white-space: pre-line; }
.rows .said { margin: .4rem 0 0; padding-left: .8rem; border-left: 3px solid var(--line); }
.columns { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-bottom: 1rem; }
.columns > div { flex: 1 1 13rem; max-width: 24rem; }
.columns h3 { padding-bottom: .3rem; border-bottom: 2px solid var(--line); }
.cards { display: grid; gap: .6rem; }
.cards > li { padding: .6rem .75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--wash); }
.cards > li:has(.state.good) { background: var(--good-wash); }
.cards > li:has(.state.warn) { background: var(--warn-wash); }
.cards > li:has(.state.bad) { background: var(--bad-wash); }
.cards p { margin: .2rem 0 0; }
.cards .row { grid-template-columns: minmax(0, 1fr); }
.cards .text { font-size: .875rem; }
details { margin-top: 1rem; }
summary { cursor: pointer; font-size: .9375rem; padding: .25rem 0; }
summary:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; border-radius: .2rem; }
details .rows > li:nth-child(n) { padding: .2rem 0; border: 0; }
details .what { font-weight: 400; font-size: .875rem; }
footer { margin-top: 4rem; padding-top: 1rem; padding-bottom: 3rem; color: var(--soft); font-size: .8125rem; }
@media (max-width: 34rem) {
  .row { grid-template-columns: minmax(0, 1fr); }
  h2 { margin-top: 2.4rem; }
}
@media print {
  :root { color-scheme: light; --paper: white; --ink: black; --soft: #444; --wash: #f2f2f2; --line: #ccc; --good: #17663a; --good-wash: #fff; --warn: #7d4e00; --warn-wash: #fff; --bad: #a3202c; --bad-wash: #fff; }
  body { font-size: 10.5pt; } header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { padding-top: 0; } .verdict { border: 1px solid var(--line); } h2 { margin-top: 1.6rem; break-after: avoid; } li { break-inside: avoid; }
  .bar, .bar span { print-color-adjust: exact; -webkit-print-color-adjust: exact; } details:not([open]) { display: none; }
}
`
