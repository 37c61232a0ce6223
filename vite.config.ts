import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { toHtml } from './scripts/markdown.ts';
import { writePageFiles } from './scripts/page-files.ts';
import { demoSite } from './src/demo/settings.ts';

const web = join(import.meta.dirname, 'src/web');
const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

/**
 * What the server puts into each page it sends, in the place of `__SITE__` and `__ANSWERS__`: facts about whoever
 * operates the portal, and what the page would ask for when it opens. With `vite dev` no server of ours sends the
 * page, so it gets the demo's facts and no answers.
 */
function factsAndAnswers(): Plugin {
  const script = (id: string, children: string) => ({
    tag: 'script',
    attrs: { type: 'application/json', id },
    injectTo: 'head' as const,
    children,
  });
  const demoFacts = () => JSON.stringify({ ...demoSite, now: new Date(), hasSession: true });
  return {
    name: 'facts-and-answers',
    transformIndexHtml: (_html, { server }) => [
      script('site', server ? demoFacts() : '__SITE__'),
      script('answers', server ? 'null' : '__ANSWERS__'),
    ],
  };
}

/**
 * Asked for by the page itself, what the first script imports comes beside it, and the heading face is there before a
 * heading is shown.
 */
function preloadFirstFiles(): Plugin {
  return {
    name: 'preload-first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk }) => {
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        const font = { rel: 'preload', as: 'font', type: 'font/woff2' };
        return [
          ...(chunk?.imports ?? []).map((file) => ({ rel: 'modulepreload', href: `/${file}` })),
          ...fonts.map((file) => ({ ...font, href: `/${file}` })),
        ].map((attrs) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
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
  root: web,
  plugins: [
    react(),
    tailwindcss(),
    factsAndAnswers(),
    preloadFirstFiles(),
    markdownAsHtml(),
    writePageFiles(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Says which file needs which; scripts/web-weight.test.ts reads it. Files with a dot are not served.
    manifest: '.manifest.json',
    target: 'es2022',
    // The content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    // The server names the files of the page that it sends; a list of all of them would be part of the first script.
    modulePreload: false,
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
            { name: 'portal', tags: ['$initial'], test: /^(?!.*prepare-times)/ },
            // Small files that many pages share come together, for the same reason: those of most pages, those of
            // students' pages, and what dialogs are made of.
            {
              name: 'pieces',
              test: /src\/(course\/(pacific-time|format-time|class-time|attendance-states)|web\/(polling|ui\/(skeleton|badge|browser)))|icons\/(arrow-(left|right|up-right)|check|copy|download)\.mjs/,
            },
            {
              name: 'student',
              test: /src\/(course\/(retreat|shown-classes)|web\/(app\/student-guard|scheduling\/(queries|class-facts|upcoming-class)|retreats\/(queries|retreat-card|retreat-site)))|icons\/printer\.mjs/,
            },
            {
              name: 'slots',
              test: /src\/(course\/slot-choice|web\/(ui\/week-picker|scheduling\/(slot-list|slot-picker|use-slot-weeks)))/,
            },
            {
              name: 'primitives',
              test: /@radix-ui\/(react-(compose-refs|slot|primitive|context|use-|presence|id)|primitive)/,
            },
            { name: 'layers', test: /@radix-ui\/react-(dismissable-layer|portal)/ },
            { name: 'dialog', test: /web\/ui\/dialog\.tsx/ },
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
