const email = /(?:"[^"\s]*(?: [^"\s]*)*"|[^\s()<>",;:]+)(?:@|%40)[^\s()<>"',;:]+/gi;
/**
 * With a plus or two zeros in front; in the groups of North America or its ten digits in a
 * row; or twelve to fifteen digits in a row. Eleven are the id of a meeting.
 */
const phone =
  /(?:\+|%2B|\b00)\d[\d ().-]{5,}\d|\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1?[2-9]\d{2}[2-9]\d{6}\b|\b[1-9]\d{11,14}\b/gi;

/** What a vendor says often repeats whom it is about, and ends up in logs and in what staff see of a failure. */
export function maskContacts(text: string): string {
  return text.replace(email, '•••').replace(phone, '•••');
}
