/** The GSM 03.38 alphabet and its extension. Characters in the extension count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');

/** The most characters in a text with a single segment, and in each segment of a longer text. */
const lengths = { plain: [160, 153], unicode: [70, 67] } as const;

/** Counts the segments that Twilio bills. One character outside the alphabet switches the whole text to UCS-2. */
export function countSegments(body: string): number {
  const characters = [...body];
  const isPlain = characters.every((one) => basic.has(one) || extension.has(one));
  const places = isPlain
    ? characters.map((one) => (extension.has(one) ? 2 : 1))
    : characters.map((one) => one.length);
  const [whole, part] = isPlain ? lengths.plain : lengths.unicode;
  const total = places.reduce((sum, count) => sum + count, 0);
  if (total <= whole) return 1;
  let segments = 1;
  let used = 0;
  // A character that counts twice can't be split across two segments.
  for (const count of places) {
    if (used + count > part) {
      segments += 1;
      used = 0;
    }
    used += count;
  }
  return segments;
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

/** Like Twilio's `SmartEncoded`, replaces punctuation with GSM lookalikes, but keeps letters. */
export function encodeSmartly(body: string): string {
  return [...body].map((character) => similar[character] ?? character).join('');
}
