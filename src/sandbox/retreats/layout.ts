import type { FastifyReply } from 'fastify';
import { html, Markup } from '../html.ts';

const style = new Markup(`
  :root { color-scheme: light; --ink: #2c3a33; --muted: #586a60; --line: #dcd8cc; --leaf: #2f6b4f; --paper: #fbf9f4; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 17px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
  header { background: #e9efe6; border-bottom: 1px solid var(--line); }
  header div, main { max-width: 720px; margin: 0 auto; padding: 20px; }
  header a { font: 600 22px/1.3 Georgia, serif; color: var(--leaf); text-decoration: none; }
  header p { margin: 0; color: var(--muted); font-size: 15px; }
  main { padding-bottom: 72px; }
  h1 { font: 400 32px/1.2 Georgia, serif; margin: 20px 0 12px; }
  h2 { font: 400 22px/1.3 Georgia, serif; margin: 0 0 4px; }
  h1, h2 { text-wrap: balance; }
  p { margin: 0 0 12px; } .muted { color: var(--muted); } a { color: var(--leaf); }
  ul { list-style: none; margin: 20px 0; padding: 0; display: grid; gap: 14px; }
  .card { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 20px 0; }
  li.card { margin: 0; } .card > :last-child { margin-bottom: 0; }
  form { margin-bottom: 20px; } form > label, legend { display: block; font-weight: 600; }
  form > input { display: block; width: 100%; margin: 4px 0 16px; font: inherit; padding: 10px 12px; min-height: 48px; border: 1px solid #8b978f; border-radius: 8px; background: #fff; color: inherit; }
  form > input[aria-invalid="true"] { border-color: #9c2b1f; margin-bottom: 4px; }
  fieldset { border: 0; margin: 0 0 16px; padding: 0; min-width: 0; } legend { margin: 0 0 4px; padding: 0; }
  fieldset label { display: flex; gap: 12px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  fieldset input { width: 20px; height: 20px; margin: 3px 0 0; flex: none; accent-color: var(--leaf); }
  .fault { color: #9c2b1f; font-weight: 600; }
  button, .button { display: inline-block; font: 600 17px/1.3 system-ui, sans-serif; padding: 13px 22px; border-radius: 8px; border: 1px solid var(--leaf); background: var(--leaf); color: #fff; text-decoration: none; cursor: pointer; }
  button:hover, .button:hover { background: #24543e; }
  .quiet { background: #fff; color: var(--leaf); } .quiet:hover { background: #eef3ec; }
  [role="alert"] { border-left: 4px solid; padding-left: 14px; }
  :focus-visible { outline: 3px solid #1f6fa8; outline-offset: 2px; }
`);

/** The layout of the retreat site, on purpose unlike the portal's. */
export function sendPage(reply: FastifyReply, title: string, body: Markup): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lakeside Retreats</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<header><div><a href="/retreats">Lakeside Retreats</a><p>Days of rest and quiet by the water</p></div></header>
<main><h1>${title}</h1>${body}</main>
</html>`;
  return reply.type('text/html; charset=utf-8').send(page.text);
}
