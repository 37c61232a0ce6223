/** See `markdownAsHtml` in vite.config.ts. */
declare module '*.md' {
  export const html: string;
}
