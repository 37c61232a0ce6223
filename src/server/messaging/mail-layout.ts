import type { Settings } from '../settings.ts';

interface MailContent {
  subject: string;
  greeting: string;
  /** Of one line each, or more. */
  paragraphs: string[];
  action: { words: string; link: string };
  /** Stands after the action, less loud. */
  afterwards?: string;
}

/** Every mail says the same thing twice: as plain text, and as HTML with one button. */
export function layOutMail(site: Settings['site'], content: MailContent) {
  const { subject, greeting, paragraphs, action, afterwards } = content;
  const help = `Questions? Write to ${site.supportEmail}.`;
  const closing = [...(afterwards ? [afterwards] : []), help];
  return {
    subject,
    text: `${[greeting, ...paragraphs, action.link, closing.join('\n'), site.organisation].join('\n\n')}\n`,
    html: [
      ...[greeting, ...paragraphs].map(
        (text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
      ),
      `<p><a href="${escapeHtml(action.link)}" style="${buttonStyle}">${escapeHtml(action.words)}</a></p>`,
      `<p style="color:#4d6473">${closing.map(escapeHtml).join('<br>')}</p>`,
      `<p>${escapeHtml(site.organisation)}</p>`,
    ].join('\n'),
  };
}

const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:12px;background:#8ccbf2;color:#0b2b40;font-weight:600;text-decoration:none';

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}
