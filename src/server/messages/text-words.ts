import type { Settings } from '../platform/settings.ts';

/** We add this to every text that requires consent. */
export const toStop = 'Reply STOP to end.';

export function helpText({ organization, courseShortName, supportEmail }: Settings['site']) {
  return `${organization}: For help with ${courseShortName} reminders, email ${supportEmail}. Msg and data rates may apply. ${toStop}`;
}

/** `basic` is the GSM 03.38 alphabet. Each character in its `extension` counts as two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');
/** The provider replaces these characters with similar GSM characters (`SmartEncoded`). */
const replaced = new Set('‘’“”–—…\u00a0');

/** Finds characters outside the GSM alphabet. With them, fewer characters fit in a segment, so a text may cost more. */
export function costlyCharacters(text: string): string[] {
  const isPlain = (one: string) => basic.has(one) || extension.has(one) || replaced.has(one);
  return [...new Set(text)].filter((one) => !isPlain(one));
}

/**
 * Returns how many segments we pay for. A single segment holds 160 characters, or 70 if any are outside the GSM
 * alphabet. In a longer text, each segment holds slightly fewer.
 */
export function countSegments(text: string): number {
  const isPlain = costlyCharacters(text).length === 0;
  const sizeOf = (one: string) =>
    isPlain ? (extension.has(one) ? 2 : one === '…' ? 3 : 1) : one.length;
  const [whole, part] = isPlain ? [160, 153] : [70, 67];
  const sizes = [...text].map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= whole) return 1;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    // A character can't be split between segments.
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
