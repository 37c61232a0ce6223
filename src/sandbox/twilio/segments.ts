/** The alphabet of plain texts (GSM 03.38), and its extension, of which each character takes two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');

/** In places of one, and of each of several that are put together again on the phone. */
const lengths = { plain: [160, 153], unicode: [70, 67] } as const;

/** How many texts a body is paid for as. A single character outside of the alphabet makes all of it UCS-2. */
export function countSegments(body: string): number {
  const characters = [...body];
  const isPlain = characters.every((one) => basic.has(one) || extension.has(one));
  const places = isPlain ? characters.map((one) => (extension.has(one) ? 2 : 1)) : unitsOf(body);
  const [whole, part] = isPlain ? lengths.plain : lengths.unicode;
  const total = places.reduce((sum, count) => sum + count, 0);
  if (total <= whole) return 1;
  let segments = 1;
  let used = 0;
  // What takes two places is never torn apart.
  for (const count of places) {
    if (used + count > part) {
      segments += 1;
      used = 0;
    }
    used += count;
  }
  return segments;
}

function unitsOf(body: string): number[] {
  return [...body].map((character) => character.length);
}

const similar: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u2009': ' ',
};

/** What `SmartEncoded` does: signs that look like one of the alphabet's become that one. Letters stay. */
export function encodeSmartly(body: string): string {
  return [...body].map((character) => similar[character] ?? character).join('');
}
