import type { Settings } from '../settings.ts';

type Site = Settings['site'];

export function loginLinkMail(site: Site, firstName: string, link: string, minutes: number) {
  const intro = `Hello ${firstName},`;
  const invitation = `here is your link to the ${site.courseShortName} course portal. It works once, within the next ${minutes} minutes.`;
  const caution =
    'If you did not ask for it, you need not do anything: nobody can sign in without it.';
  const help = `Questions? Write to ${site.supportEmail}.`;
  return {
    subject: 'Your link to the course portal',
    text: `${intro}\n\n${invitation}\n\n${link}\n\n${caution}\n${help}\n\n${site.organisation}\n`,
    html: [
      `<p>${escapeHtml(intro)}</p>`,
      `<p>${escapeHtml(invitation)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#8ccbf2;color:#0b2b40;font-weight:600;text-decoration:none">Sign in</a></p>`,
      `<p style="color:#4d6473">${escapeHtml(caution)}<br>${escapeHtml(help)}</p>`,
      `<p>${escapeHtml(site.organisation)}</p>`,
    ].join('\n'),
  };
}

export function loginLinkText(site: Site, link: string, minutes: number): string {
  return `${site.organisation}: your link to the course portal, good for ${minutes} minutes: ${link}`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}
