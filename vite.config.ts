import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { toHtml } from './scripts/markdown.ts';
import { demoSite } from './src/demo/settings.ts';

const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

/** The server fills in each page that it sends. With `vite dev` no server of ours does: here are the demo's facts, and no answers. */
const demoFacts: Plugin = {
  name: 'demo-facts',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('"__SITE__"', JSON.stringify({ ...demoSite, now: new Date(), hasSession: true }))
      .replace('"__ANSWERS__"', 'null'),
};

/** The manual, which admins read in the portal: its files are one page there. */
const markdownAsHtml: Plugin = {
  name: 'markdown-as-html',
  transform(text, file) {
    if (!file.endsWith('.md')) return undefined;
    const html = toHtml(text, { hasAnchors: true }).replaceAll(/href="[^"#]+\.md#/g, 'href="#');
    return { code: `export const html = ${JSON.stringify(html)};`, map: null, moduleType: 'js' };
  },
};

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss(), demoFacts, markdownAsHtml],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Which file needs which, for scripts/web-weight.ts. Files with a dot are not served.
    manifest: '.manifest.json',
    target: 'es2022',
    // The content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes far less often than the portal does, so a deploy leaves it in people's caches.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // What every page needs comes in one file: a phone waits longer for five.
            { name: 'portal', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/s/', '/healthz', '/readyz', '/metrics'].map((path) => [path, portal]),
    ),
  },
});
