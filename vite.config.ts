import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { demoFacts, markdownAsHtml, scriptsLast } from './scripts/vite-plugins.ts';

const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

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
