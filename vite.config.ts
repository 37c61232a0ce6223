import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { toHtml } from './scripts/markdown.ts';
import { demoSite } from './src/demo/settings.ts';

const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

/**
 * Facts about whoever operates the portal, kept out of the build: the server puts them in the place of
 * `__SITE__` in each page it sends. With `vite dev` no server of ours sends the page, so it gets the demo's.
 */
function siteFacts(): Plugin {
  return {
    name: 'site-facts',
    transformIndexHtml: (_html, { server }) => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'site' },
        injectTo: 'head',
        children: server
          ? JSON.stringify({ ...demoSite, now: new Date(), hasSession: true })
          : '__SITE__',
      },
    ],
  };
}

/** Asked for by the page itself, the heading face is there before the script that shows a heading has run. */
function preloadHeadingFont(): Plugin {
  return {
    name: 'preload-heading-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${file}`,
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** The manual, which admins read in the portal: its files are one page there. */
function markdownAsHtml(): Plugin {
  return {
    name: 'markdown-as-html',
    transform(text, file) {
      if (!file.endsWith('.md')) return undefined;
      const html = toHtml(text, { hasAnchors: true }).replaceAll(/href="[^"#]+\.md#/g, 'href="#');
      return { code: `export const html = ${JSON.stringify(html)};`, map: null, moduleType: 'js' };
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss(), siteFacts(), preloadHeadingFont(), markdownAsHtml()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Says which file needs which; scripts/web-weight.test.ts reads it. Files with a dot are not served.
    manifest: '.manifest.json',
    target: 'es2022',
    // The content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes far less often than the portal does, so a deploy leaves it in people's caches.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 1,
            },
            // What every page needs comes in one file: a phone waits longer for five.
            { name: 'portal', tags: ['$initial'] },
            // One file for whatever takes a code: two small ones weigh more.
            { name: 'code-form', test: /\/code-(form|field)\.tsx$/ },
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
