import type { Settings } from '../settings.ts';
import { baseFont, renderPage, renderText } from './mail-page.ts';

/** A paragraph of one line or more, steps to be taken in order, or rows of a name and what there is to say of it. */
type Block = string | { steps: string[] } | { rows: [name: string, words: string][] };

interface MailContent {
  subject: string;
  /** What mailboxes show beside the subject: the gist, not its repetition. */
  preview: string;
  /** Null where the blocks begin with one of their own. */
  greeting: string | null;
  blocks: Block[];
  action: { words: string; link: string };
  /** What can be typed in place of following the link. */
  code?: { words: string; digits: string };
  /** Stands after the action, less loud. */
  afterwards?: string;
}

/** Every mail says the same thing twice: as plain text, and as HTML with one button. */
export function layOutMail(site: Settings['site'], content: MailContent) {
  const { subject, preview, greeting, blocks, action, code, afterwards } = content;
  const { organisation, supportEmail } = site;
  const closing = [
    ...(afterwards ? [afterwards] : []),
    `Questions? Reply to this email, or write to ${supportEmail}.`,
  ];
  const opened = greeting === null ? blocks : [greeting, ...blocks];
  const text = [
    ...opened.map(asText),
    `${action.words}:\n${action.link}`,
    ...(code ? [`${code.words}\n${code.digits}`] : []),
    ...closing,
    organisation,
  ];
  const html = renderPage({
    title: subject,
    preview,
    sender: organisation,
    body: opened.map(asHtml).join('\n'),
    action,
    code,
    closing,
  });
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

function asText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('steps' in block) return block.steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  return block.rows.map(([name, words]) => `${name}: ${words}`).join('\n');
}

function asHtml(block: Block): string {
  if (typeof block === 'string') {
    return `<p style="margin:0 0 16px">${renderText(block).replaceAll('\n', '<br>')}</p>`;
  }
  if ('steps' in block) {
    const items = block.steps.map((step) => `<li style="margin:0 0 8px">${renderText(step)}</li>`);
    return `<ol style="margin:0 0 16px;padding:0 0 0 24px">${items.join('')}</ol>`;
  }
  const rows = block.rows.map(
    ([name, words]) =>
      `<tr><td class="line" style="padding:10px 0;border-bottom:1px solid #dbe4e9;${baseFont}"><strong>${renderText(name)}</strong><br>${renderText(words)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${rows.join('')}</table>`;
}
