/** HTML that is already escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | null | readonly Value[];

/** Escapes every value except `Markup`. Null renders as nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const filled = parts.map((part, at) => part + (at < values.length ? show(values[at]) : ''));
  return new Markup(filled.join(''));
}

function show(value: Value | undefined): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(show).join('');
  return escapeHtml(String(value ?? ''));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Leaves out the end tags of `body` and `html`, which are optional, so that callers can stream more of the page. */
export function writePage(title: string, style: Markup, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${body}`.text;
}
