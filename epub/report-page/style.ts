/** The page's own style: nothing is fetched. Light and dark follow the system; paper is always light. */
export const style = `
:root { color-scheme: light dark;
  --table: light-dark(#f3f6f8, #0a0e11); --sheet: light-dark(#ffffff, #10161a); --ink: light-dark(#12181d, #e7edf1);
  --quiet: light-dark(#4a5762, #a5b2bc); --rule: light-dark(#d9e1e7, #2a343b); --blue: light-dark(#1b5e9e, #7fb6ea);
  --red: light-dark(#b3261e, #f2938c); --green: light-dark(#1f6f43, #7cc79b); --amber: light-dark(#7a5200, #e3b55b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--table); color: var(--ink); font: 1rem/1.5 "Atkinson Hyperlegible Next", "Segoe UI", system-ui, sans-serif; }
main { max-width: 60rem; margin-inline: auto; padding: 2rem 1rem 4rem; }
h1, h2, h3 { font-family: Literata, "Iowan Old Style", Georgia, serif; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; margin: 0 0 0.25rem; } h2 { font-size: 1.375rem; margin: 2.5rem 0 0.75rem; } h3 { font-size: 1.125rem; margin: 1.75rem 0 0.5rem; }
.what { font: inherit; font-weight: 700; margin: 0; overflow-wrap: anywhere; text-wrap: wrap; }
p { margin: 0.25rem 0; } a { color: var(--blue); }
ul, ol { margin: 0; padding: 0; list-style: none; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: var(--quiet); padding-block: 0 0.5rem; }
th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-block-start: 1px solid var(--rule); }
th[scope=row] { font-weight: 600; }
.figure { text-align: end; } .figure + td:not(.figure), .figure + th:not(.figure) { padding-inline-start: 1rem; }
td code { overflow-wrap: anywhere; }
@media (max-width: 40rem) { th, td { padding-inline-end: 0.375rem; } .figure + td:not(.figure) { padding-inline-start: 0.5rem; } .sheet { padding: 0.75rem; }
  .stack thead { display: none; } .stack tr { display: block; border-block-start: 1px solid var(--rule); padding-block: 0.5rem; }
  .stack th, .stack td { display: block; border: 0; padding: 0.125rem 0; } }
code, .place, .mark { font-family: "IBM Plex Mono", SFMono-Regular, Consolas, monospace; font-size: 0.875rem; overflow-wrap: anywhere; }
.place { color: var(--quiet); } .mark { white-space: pre-wrap; background: var(--table); border-radius: 4px; padding: 0.375rem 0.625rem; margin-block: 0.375rem; }
.quiet { color: var(--quiet); } .small { font-size: 0.875rem; }
.sheet { background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: 1rem 1.25rem; }
.issue { margin-block: 0.75rem; } .issue .why { color: var(--blue); margin-block-start: 0.5rem; }
.fate { font-weight: 600; } .fixed { color: var(--green); } .left { color: var(--red); } .choice, .locked { color: var(--amber); } .advice { color: var(--quiet); }
del { color: var(--red); text-decoration: line-through 1.5px; } ins { color: var(--green); text-decoration: underline 1.5px; text-underline-offset: 3px; }
.places > li + li { border-block-start: 1px solid var(--rule); margin-block-start: 0.5rem; padding-block-start: 0.5rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:not(:focus) { position: absolute; inset-inline-start: -999rem; }
details summary { cursor: pointer; color: var(--blue); font-weight: 600; padding-block: 0.5rem; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
@media print {
  :root { color-scheme: light; } body { background: none; font-size: 10pt; } main { max-width: none; padding: 0; }
  .sheet { border-color: #999; } .issue, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } .mark { background: none; border: 1px solid #ccc; }
  details::details-content { content-visibility: visible; height: auto; } details summary, .skip { display: none; } a { color: inherit; }
}`
