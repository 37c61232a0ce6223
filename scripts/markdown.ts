import { Marked, type Tokens } from 'marked';

interface Options {
  hasAnchors?: boolean;
}

export function toHtml(markdown: string, { hasAnchors = false }: Options = {}): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = hasAnchors ? ` id="${anchorOf(text)}"` : '';
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      /** Puts each element on its own line, so that we can tell wrapped lines from separate ones. */
      code: ({ text }) => `<pre>${escapeHtml(text).replace(/^.*$/gm, '<code>$&</code>')}</pre>\n`,
      /** On narrow screens, each cell shows its column's title. */
      table({ header, rows }) {
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const heads = header.map((cell) => `<th>${inline(cell)}</th>`).join('');
        const rowToHtml = (row: Tokens.TableCell[]) =>
          row
            .map((cell, at) => `<td data-title="${header[at]?.text}">${inline(cell)}</td>`)
            .join('');
        const body = rows.map((row) => `<tr>${rowToHtml(row)}</tr>`).join('');
        return `<table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false }).trim();
}

/** Follows GitHub's rules: lowercase, no punctuation, and hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
