interface Page {
  title: string;
  preview: string;
  sender: string;
  body: string;
  action: { words: string; link: string };
  code?: { words: string; digits: string } | undefined;
  closing: string[];
}

/** Keeps mailboxes from filling up their line of preview with what comes next. */
const filling = '&#847;&zwnj;&nbsp;'.repeat(60);

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** On every cell, because Outlook for Windows hands no font down into a table. */
export const baseFont = `font:16px/1.5 ${font}`;
const smallFont = `font:14px/1.5 ${font}`;

/**
 * For programs that show a dark page where the reader wants one. Those that know no style elements keep the light
 * one, which stands in the attributes, or darken it by themselves.
 */
const darkStyles = `@media (prefers-color-scheme: dark) {
  .page { background: #0f1a20 !important; color: #e6eef2 !important; }
  .card { background: #17252d !important; border-color: #2c3f4a !important; }
  .line { border-color: #2c3f4a !important; }
  .muted { color: #a5b8c3 !important; }
  .link { color: #8ccbf2 !important; }
  .name { color: #e6eef2 !important; }
}`;

/**
 * One column of 600 px at most. No pictures: many programs do not load them, and to load one tells the sender that the
 * mail was read. So the logo is the name with the horizon of the portal's mark under it.
 */
export function renderPage({ title, preview, sender, body, action, code, closing }: Page): string {
  const link = escapeHtml(action.link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(title)}</title>
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
${renderButton(action.words, link)}
${code ? renderCode(code) : ''}<p class="muted" style="margin:16px 0 0;${smallFont};color:#4d6473">Or open this address:<br><a class="link" href="${link}" style="color:#0b5f8a;overflow-wrap:anywhere;word-break:break-word">${link.replace(/\b\/\b/g, '/<wbr>')}</a></p>
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

/**
 * Outlook for Windows gives links neither padding nor a background, so the cell has the color and Outlook gets the padding
 * as the cell's own; everywhere else the whole button is the link.
 */
function renderButton(words: string, link: string): string {
  return `<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td align="center" bgcolor="#8ccbf2" style="border-radius:12px;background:#8ccbf2;mso-padding-alt:15px 30px;${baseFont}"><a href="${link}" style="display:block;padding:15px 30px;color:#0b2b40;font:600 17px/1.5 ${font};text-decoration:none">${escapeHtml(words)}</a></td></tr></table>`;
}

/** The digits without a gap, so that they can be copied; the space between them is only shown. */
function renderCode({ words, digits }: { words: string; digits: string }): string {
  return `<p style="margin:20px 0 4px">${escapeHtml(words)}</p>
<p style="margin:0;font:600 30px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(digits)}</p>
`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** Text in which no time of day is broken over two lines. */
export function renderText(text: string): string {
  return escapeHtml(text).replace(/(\d:\d\d) ([AP]M) PT/g, '$1&nbsp;$2&nbsp;PT');
}
