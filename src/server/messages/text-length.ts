/** The alphabet of plain texts (GSM 03.38), and its extension, of which each character takes two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');
/** Signs that the provider replaces by similar ones of the alphabet on the way (`SmartEncoded`). */
const replaced = new Set('‘’“”–—…\u00a0');

/** Characters that make every text around them longer and dearer: none of it is written in the alphabet then. */
export function costlyCharacters(text: string): string[] {
  const isPlain = (one: string) => basic.has(one) || extension.has(one) || replaced.has(one);
  return [...new Set(text)].filter((one) => !isPlain(one));
}

/** How many texts it is paid for as: 160 characters are one, or 70 if one of them is not of the alphabet. */
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
    // A character is never torn apart.
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
