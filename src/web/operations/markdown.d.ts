/** A document of ours as HTML: see `markdownAsHtml` in vite.config.ts. */
declare module '*.md' {
  export const html: string;
}
