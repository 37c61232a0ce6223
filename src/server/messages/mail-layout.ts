import type { Settings } from '../platform/settings.ts';

type Block = string | { steps: string[] } | { rows: [name: string, words: string][] };

export interface MailContent {
  subject: string;
  preview: string;
  /** True if the blocks start with a greeting. */
  hasGreeting?: boolean;
  blocks: Block[];
  /** The button opens a page of the portal, or a whole URL. */
  button: [label: string, address: string];
  code?: { words: string; digits: string };
  afterwards?: string;
}

export function layOutMail(
  { site, publicUrl }: Pick<Settings, 'site' | 'publicUrl'>,
  firstName: string,
  content: MailContent,
) {
  const { subject, hasGreeting, blocks, code, afterwards } = content;
  const { organization, supportEmail } = site;
  const [label, address] = content.button;
  const link = address.startsWith('/') ? publicUrl + address : address;
  const closing = [
    ...(afterwards ? [afterwards] : []),
    `Questions? Just reply to this email, or write to ${supportEmail}.`,
  ];
  const opened = hasGreeting ? blocks : [`Hello ${firstName},`, ...blocks];
  const text = [
    ...opened.map(asText),
    `${label}:\n${link}`,
    ...(code ? [`${code.words}\n${code.digits}`] : []),
    ...closing,
    organization,
  ];
  const body = opened.map(asHtml).join('\n');
  const page = { ...content, button: [label, link] as const, body, closing };
  const html = renderPage({ ...page, sender: organization });
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

interface Page extends Pick<MailContent, 'subject' | 'preview' | 'code'> {
  button: readonly [label: string, link: string];
  sender: string;
  body: string;
  closing: string[];
}

/** Keeps email clients from filling the preview line with the body. */
const filling = '&#847;&zwnj;&nbsp;'.repeat(60);

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** Set on every cell, because tables don't inherit fonts in Outlook for Windows. */
const baseFont = `font:16px/1.5 ${font}`;
const smallFont = `font:14px/1.5 ${font}`;

/** Email clients that ignore style elements use the light colors in the attributes, or darken them on their own. */
const darkStyles = `@media (prefers-color-scheme: dark) {
  .page { background: #0f1a20 !important; color: #e6eef2 !important; }
  .card { background: #17252d !important; border-color: #2c3f4a !important; }
  .line { border-color: #2c3f4a !important; }
  .muted { color: #a5b8c3 !important; }
  .link { color: #8ccbf2 !important; }
  .name { color: #e6eef2 !important; }
}`;

/**
 * There are no images, because many email clients block them, and loading one reveals that the person read the email.
 * The organization's underlined name serves as the logo.
 */
function renderPage({ subject, preview, sender, body, button, code, closing }: Page): string {
  const [label, link] = [button[0], escapeHtml(button[1])];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } .button { width: 100% !important; } }
${darkStyles}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f7f9;color:#14303f">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${filling}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f7f9;color:#14303f"><tr><td align="center" style="padding:24px 12px 40px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left">
<tr><td style="padding:0 4px 16px"><span class="name" style="display:inline-block;padding:0 2px 5px;border-bottom:3px solid #5ba6d6;font:600 20px/1.3 Georgia,'Times New Roman',serif;color:#14303f">${escapeHtml(sender)}</span></td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #dbe4e9;border-radius:16px;overflow-wrap:anywhere;${baseFont}">
${body}
${renderButton(label, link)}
${code ? renderCode(code) : ''}<p class="muted" style="margin:16px 0 0;${smallFont};color:#4d6473">Or copy this address into your browser:<br><a class="link" href="${link}" style="color:#0b5f8a;overflow-wrap:anywhere;word-break:break-word">${link.replace(/\b\/\b/g, '/<wbr>')}</a></p>
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;${smallFont};color:#4d6473">
${closing.map((words) => `<p style="margin:0 0 8px">${escapeHtml(words)}</p>`).join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** Outlook for Windows ignores padding and background on links, so the cell has both. */
function renderButton(words: string, link: string): string {
  return `<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td align="center" bgcolor="#8ccbf2" style="border-radius:12px;background:#8ccbf2;mso-padding-alt:15px 30px;${baseFont}"><a href="${link}" style="display:block;padding:15px 30px;color:#0b2b40;font:600 17px/1.5 ${font};text-decoration:none">${escapeHtml(words)}</a></td></tr></table>`;
}

/** Uses letter spacing instead of spaces, so that people can copy the digits. */
function renderCode({ words, digits }: { words: string; digits: string }): string {
  return `<p style="margin:20px 0 4px">${escapeHtml(words)}</p>
<p style="margin:0;font:600 30px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(digits)}</p>
`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** Keeps times such as 4:00 PM PT on one line. */
function renderText(text: string): string {
  return escapeHtml(text).replace(/(?<=\d:\d\d) (?=[AP]M)|(?<=[AP]M) (?=PT)/g, '&nbsp;');
}
