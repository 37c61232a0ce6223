import { Marked, type Tokens } from 'marked';

interface Options {
  /** Headings can be linked to by the names that GitHub gives them. */
  hasAnchors?: boolean;
}

/** Our own documents: the manual and the privacy policy. */
export function toHtml(markdown: string, { hasAnchors = false }: Options = {}): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = hasAnchors ? ` id="${anchorOf(text)}"` : '';
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      /** An element for each line: where it is broken, one still sees where the next begins. */
      code: ({ text }) => `<pre>${escapeHtml(text).replace(/^.*$/gm, '<code>$&</code>')}</pre>\n`,
      /** Each cell knows what stands above it, for screens that are too narrow for columns. */
      table({ header, rows }) {
        const words = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const heads = header.map((cell) => `<th>${words(cell)}</th>`).join('');
        const rowToHtml = (row: Tokens.TableCell[]) =>
          row
            .map((cell, at) => `<td data-title="${header[at]?.text}">${words(cell)}</td>`)
            .join('');
        const body = rows.map((row) => `<tr>${rowToHtml(row)}</tr>`).join('');
        return `<table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false }).trim();
}

/** As on GitHub: small letters, no punctuation, hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
