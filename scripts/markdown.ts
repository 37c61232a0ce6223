interface Options {
  /** Headings can be linked to by the names that GitHub gives them. */
  hasAnchors?: boolean;
}

/** As much Markdown as our own documents use: headings, paragraphs, lists, tables, code, bold and slanted words, links. */
export function toHtml(markdown: string, { hasAnchors = false }: Options = {}): string {
  const escaped = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // Every second part is a block of code, which may have empty lines.
  const parts = escaped.trim().split(/^```\w*\n([\s\S]*?)\n```$/m);
  return parts
    .flatMap((part, index) => {
      if (index % 2 === 1) return codeToHtml(part);
      const blocks = part.split(/\n{2,}/).map((block) => block.trim());
      return blocks.filter(Boolean).map((block) => blockToHtml(block, hasAnchors));
    })
    .join('\n');
}

function blockToHtml(block: string, hasAnchors: boolean): string {
  const [, marks, heading = ''] = block.match(/^(#{1,3}) (.+)$/) ?? [];
  if (marks) {
    const id = hasAnchors ? ` id="${anchorOf(heading)}"` : '';
    return `<h${marks.length}${id}>${wordsToHtml(heading)}</h${marks.length}>`;
  }
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('|'))) return tableToHtml(lines);
  if (block.startsWith('- ')) return listToHtml('ul', block, /^- /m);
  if (/^1\. /.test(block)) return listToHtml('ol', block, /^\d+\. /m);
  return `<p>${wordsToHtml(lines.join(' '))}</p>`;
}

/** An element for each line: where it is broken, one still sees where the next begins. */
function codeToHtml(code: string): string {
  return `<pre>${code.replace(/^.*$/gm, '<code>$&</code>')}</pre>`;
}

/** As on GitHub: small letters, no punctuation, hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** What is indented belongs to the item above it. */
function listToHtml(element: 'ul' | 'ol', block: string, mark: RegExp): string {
  const [, ...items] = block.split(mark);
  const joined = items.map((item) => item.trim().replace(/\n\s*/g, ' '));
  return `<${element}>${joined.map((item) => `<li>${wordsToHtml(item)}</li>`).join('')}</${element}>`;
}

/** Each cell knows what stands above it, for screens that are too narrow for columns. */
function tableToHtml([head = '', , ...rows]: string[]): string {
  const cellsOf = (row: string) =>
    row
      .slice(1, -1)
      .split(' |')
      .map((cell) => cell.trim());
  const titles = cellsOf(head);
  const heads = titles.map((title) => `<th>${wordsToHtml(title)}</th>`).join('');
  const rowToHtml = (row: string) => {
    const cells = cellsOf(row).map(
      (cell, index) => `<td data-title="${titles[index]}">${wordsToHtml(cell)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  };
  const body = rows.map(rowToHtml).join('');
  return `<table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Nothing inside of code is taken for a mark. */
function wordsToHtml(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${part}</code>`
        : part
            .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
            .replace(/\*(.+?)\*/g, '<em>$1</em>')
            .replace(/\[(.+?)\]\((\S+?)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');
}
