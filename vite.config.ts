import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { toHtml } from './scripts/markdown.ts';
import { demoSite } from './src/demo/settings.ts';

const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

/** The portal fills in each page before sending it. Under `vite dev`, this plugin uses the demo's facts instead. */
const demoFacts: Plugin = {
  name: 'demo-facts',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('"__SITE__"', JSON.stringify({ ...demoSite, now: new Date(), hasSession: true }))
      .replace('"__ANSWERS__"', 'null'),
};

/** Pages can be read before their scripts run, so the scripts must not slow down the styles and fonts. */
const scriptsLast: Plugin = {
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
const markdownAsHtml: Plugin = {
  name: 'markdown-as-html',
  transform(text, file) {
    if (!file.endsWith('.md')) return undefined;
    const html = toHtml(text, { hasAnchors: true }).replaceAll(/href="[^"#]+\.md#/g, 'href="#');
    return { code: `export const html = ${JSON.stringify(html)};`, map: null, moduleType: 'js' };
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss(), demoFacts, scriptsLast, markdownAsHtml],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Tell scripts/web-weight.ts which file needs which. The server doesn't serve files that start with a dot.
    manifest: '.manifest.json',
    target: 'es2022',
    // The content security policy allows neither inline scripts nor data: URLs.
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes far less often than the portal, so it stays in people's caches across deployments.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // Everything that every page needs goes into one file, because five files take longer to load on a phone.
            { name: 'portal', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api/', '/s/', '/healthz', '/readyz', '/metrics'].map((path) => [path, portal]),
    ),
  },
  // The server loads src/web/app/render.tsx from dist, where there are no packages.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
