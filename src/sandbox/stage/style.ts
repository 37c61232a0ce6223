import { Markup } from '../html.ts';

export const style = new Markup(`
@font-face { font-family: Newsreader; font-weight: 500; font-display: swap; src: url(/newsreader.woff2) format("woff2"); }
@font-face { font-family: Figtree; font-weight: 300 900; font-display: swap; src: url(/figtree.woff2) format("woff2"); }
:root { color-scheme: light; --page: #f7f9f8; --sky: #e6f3fc; --ink: #14303f; --muted: #4d6473; --line: #dfe8ec; --strong: #7b909c; --primary: #8ccbf2; --primary-deep: #79c1ed; --primary-ink: #0b2b40; --link: #0f5f92; --focus: #0f6cab; --soft: #eef3f5; --success: #1b6b3f; --success-soft: #e3f4ea; --warning: #774a00; --warning-soft: #fdf0d5; --display: Newsreader, Georgia, "Noto Serif", serif; }
* { box-sizing: border-box; }
html { background: var(--page) linear-gradient(var(--sky), var(--page) 360px) repeat-x; scroll-padding-top: 180px; overflow-y: scroll; }
body { margin: 0; font: 16px/1.5 Figtree, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: var(--ink); overflow-wrap: anywhere; }
h1, h2, h3, p, ul, ol { margin: 0; padding: 0; } ul, ol { list-style: none; }
h1 { font: 500 30px/1.2 var(--display); } h2 { font: 500 22px/1.3 var(--display); } h3 { font-size: 16px; line-height: 1.4; }
h1, h2 { text-wrap: balance; } a { color: var(--link); } .muted { color: var(--muted); } small { font-size: 14px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; } [tabindex="-1"]:focus { outline: none; }
button, .button, select, input { font: inherit; min-height: 44px; padding: 8px 16px; border-radius: 12px; border: 1px solid var(--strong); background: #fff; color: inherit; max-width: 100%; }
button, .button { font-weight: 600; border-color: var(--primary); background: var(--primary); color: var(--primary-ink); cursor: pointer; display: inline-block; text-decoration: none; text-align: center; }
button:hover, .button:hover { background: var(--primary-deep); }
.quiet, .done button { background: #fff; border-color: var(--strong); } .quiet:hover, .done button:hover { background: var(--soft); } button[aria-pressed="true"] { background: var(--sky); border-color: var(--focus); }
[type="checkbox"] { width: 20px; height: 20px; min-height: 0; flex: none; margin: 2px 0 0; accent-color: var(--focus); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:not(:focus) { position: absolute; clip-path: inset(50%); } .row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 16px 20px; display: grid; gap: 8px; align-content: start; min-width: 0; }
.badge { display: inline-block; font-size: 14px; font-weight: 600; padding: 1px 10px; border-radius: 99px; background: var(--soft); color: var(--muted); }
.badge.good { background: var(--success-soft); color: var(--success); } .badge.warn { background: var(--warning-soft); color: var(--warning); }
label, .field { display: grid; gap: 4px; font-weight: 600; min-width: 0; }
.top, .frame { max-width: 1360px; margin: 0 auto; padding: 0 20px; }
.top { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; justify-content: space-between; min-height: 56px; }
.top a { min-height: 44px; align-content: center; } .mark { font: 500 22px/1 var(--display); display: flex; gap: 10px; align-items: center; color: var(--ink); text-decoration: none; }
#bar { position: sticky; top: 0; z-index: 2; background: #fff; border-block: 1px solid var(--line); box-shadow: 0 1px 2px rgb(20 48 63 / .05); }
#bar > :first-child { display: grid; gap: 4px 12px; padding-block: 8px; grid-template: "time options" "steps steps" "latest latest" / minmax(0, 1fr) auto; align-items: center; }
#bar > :first-child > :first-child { grid-area: time; } #now { font-weight: 600; font-variant-numeric: tabular-nums; display: block; line-height: 1.3; } #moved { font-weight: 400; }
#steps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; grid-area: steps; } #steps button { padding: 4px; font-size: 14px; line-height: 1.2; }
#steps b { display: inline-block; font-weight: 600; } #steps b::first-letter { text-transform: uppercase; }
.options { position: relative; grid-area: options; } .options summary { cursor: pointer; min-height: 44px; padding: 0 12px; align-content: center; color: var(--link); list-style: none; } .options summary::-webkit-details-marker { display: none; }
.options[open] > div { position: absolute; right: 0; top: 100%; z-index: 3; width: min(340px, calc(100vw - 40px)); background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 16px; display: grid; gap: 12px; box-shadow: 0 12px 40px rgb(20 48 63 / .18); }
.options select, .options input { width: 100%; }
#latest { grid-area: latest; height: 24px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 14px; line-height: 24px; } #latest a { display: block; overflow: hidden; text-overflow: ellipsis; }
#said { padding-block: 0; } #said:not(:empty) { padding-block: 12px 0; color: var(--warning); font-weight: 600; }
#tabs ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; padding: 12px 0 4px; } #tabs a { display: block; text-align: center; min-height: 44px; align-content: center; border-radius: 12px; text-decoration: none; color: var(--ink); font-weight: 600; padding: 0 8px; } #tabs a:hover { background: #fff; } #tabs [aria-current] { background: #fff; box-shadow: inset 0 0 0 1px var(--line), inset 0 -3px 0 var(--focus); }
#columns { display: grid; gap: 24px; padding-block: 16px 64px; grid-template-columns: minmax(0, 1fr); }
main { display: grid; gap: 20px; min-width: 0; align-content: start; } .lead { max-width: 640px; color: var(--muted); } .how { max-width: 640px; list-style: decimal; padding-left: 24px; display: grid; gap: 4px; }
#tour-place:empty { display: none; } #tour { border-color: var(--primary); background: #fbfdff; } #tour ol { display: flex; gap: 6px; } #tour ol li { width: 28px; height: 6px; border-radius: 3px; background: var(--line); } #tour ol li.done { background: var(--focus); }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr)); } .cards > .card { padding: 16px; } .cards .row { gap: 8px; } .cards button { padding: 8px 12px; }
#feed-column h2 { margin-bottom: 8px; } .feed { display: grid; align-content: start; } .feed li { padding: 8px 0; border-bottom: 1px solid var(--line); line-height: 1.35; } .feed small { display: block; color: var(--muted); }
.feed .refusal { border-left: 3px solid #d08700; padding-left: 10px; } .panes { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); align-items: start; }
.list li a { display: block; padding: 10px 14px; border-radius: 12px; text-decoration: none; color: inherit; } .list li a:hover { background: #fff; } .list [aria-current] { background: #fff; box-shadow: inset 0 0 0 1px var(--line), inset 3px 0 0 var(--focus); } .list strong, .list span { display: block; }
.mail-frame { overflow-x: auto; border-radius: 12px; } iframe[width="375"] { max-width: 100%; } iframe { display: block; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: #fff; } pre { white-space: pre-wrap; font: inherit; margin: 8px 0 0; } summary { min-height: 44px; align-content: center; cursor: pointer; }
#texts { display: grid; gap: 8px; height: min(480px, 55vh); overflow-y: auto; align-content: start; background: var(--soft); border-radius: 12px; padding: 12px; } #texts li { max-width: 85%; padding: 8px 14px; border-radius: 16px; background: #fff; white-space: pre-line; justify-self: start; } #texts li.own { justify-self: end; background: var(--primary); } #texts small { display: block; color: var(--muted); } #texts .own small { color: var(--primary-ink); }
.people li { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between; min-height: 52px; border-top: 1px solid var(--line); padding: 4px 0; }
.switches { display: grid; gap: 0 32px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); } .switch { display: flex; gap: 12px; font-weight: 400; padding: 12px 0 4px; min-height: 44px; align-items: start; } .switches form { border-top: 1px solid var(--line); padding-bottom: 12px; } .switch small { color: var(--muted); display: block; } .switches form { min-width: 0; } .switch.choice { display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); font-weight: 600; } .switch strong { display: block; }
@media (width < 640px) { main > h1, #tour-place { order: -1; } #moved, #steps span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } }
@media (width >= 640px) { #tabs ul { display: flex; } #tabs a { padding: 0 14px; } #steps { grid-template-columns: repeat(4, auto); justify-content: start; } #steps button { padding: 4px 14px; font-size: 16px; } #steps b::first-letter { text-transform: none; } }
@media (width >= 820px) { .back { display: none; } .panes { grid-template-columns: minmax(220px, 300px) minmax(0, 1fr); } .panes .list { max-height: 75vh; overflow-y: auto; } }
@media (width < 820px) { .panes.one > nav { display: none; } }
@media (width < 1100px) { #feed-column { display: none; } }
@media (width >= 1100px) { #bar > :first-child { grid-template: "time steps options" / minmax(0, 1fr) auto auto; } #latest { display: none; } #columns { grid-template-columns: minmax(0, 1fr) 300px; } #feed-column { position: sticky; top: 84px; align-self: start; } #feed-column .feed { height: calc(100vh - 150px); overflow-y: auto; overflow-anchor: none; background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 4px 16px; } }
@media (height < 480px) { #bar { position: static; } #feed-column { position: static; } }
@media (forced-colors: active) { #tabs [aria-current], .list [aria-current] { outline: 2px solid; } #tour ol li.done { background: Highlight; forced-color-adjust: none; } }
`);
