import type { KnownPerson } from '../feed.ts';
import { html, type Markup } from '../html.ts';

interface Options {
  isLoud: boolean;
  /** By mail unless it says so. */
  by?: 'text';
}

/** In another tab, so that what happens here stays in sight. */
export function signInForm(
  person: KnownPerson | undefined,
  { isLoud, by }: Options,
): Markup | null {
  if (!person) return null;
  const [firstName = ''] = person.name.split(' ');
  const label = by
    ? html`By text<span class="hidden"> as ${firstName}</span>`
    : `Sign in as ${firstName}`;
  return html`<form method="post" action="/stage/sign-in" target="_blank"><input type="hidden" name="email" value="${person.email}"><button name="by" value="${by ?? 'mail'}" class="${isLoud ? '' : 'quiet'}">${label}</button></form>`;
}
