import type { Plugin } from 'vite';
import { demoSite } from '../src/demo/settings.ts';
import { toHtml } from './markdown.ts';

/** The portal fills in each page before sending it. Under `vite dev`, this plugin uses the demo's facts instead. */
export const demoFacts: Plugin = {
  name: 'demo-facts',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('"__SITE__"', JSON.stringify({ ...demoSite, now: new Date(), hasSession: true }))
      .replace('"__ANSWERS__"', 'null'),
};

/** Pages can be read before their scripts run, so the scripts must not slow down the styles and fonts. */
export const scriptsLast: Plugin = {
  name: 'scripts-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll(
        /<(script type="module"|link rel="modulepreload")/g,
        '$& fetchpriority="low"',
      ),
  },
};

/** Admins read the manual in the portal, where its files form a single page. */
export const markdownAsHtml: Plugin = {
  name: 'markdown-as-html',
  transform(text, file) {
    if (!file.endsWith('.md')) return undefined;
    const html = toHtml(text, { hasAnchors: true }).replaceAll(/href="[^"#]+\.md#/g, 'href="#');
    return { code: `export const html = ${JSON.stringify(html)};`, map: null, moduleType: 'js' };
  },
};
