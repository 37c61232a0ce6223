/** What differs between one operator of the portal and another. The server writes it into every page. */
interface Site {
  organisation: string;
  parentOrganisation: string;
  courseShortName: string;
  supportEmail: string;
  retreatSite: string;
  /** Where texts go: 'the United States and Canada'. */
  textCountries: string;
  /** What students type there for their free first retreat. */
  retreatCode: string;
  /** The number of the first class that students choose here. */
  firstClass: number;
  /** The last day a class may be moved to, where the operator has set one. */
  classEditLatest: string | null;
  /** The server's time when it sent the page, ISO. */
  now: string;
  /** Whether the page's request carried a session cookie, valid or not: without one nobody is signed in. */
  hasSession: boolean;
}

const facts = [
  'organisation',
  'parentOrganisation',
  'courseShortName',
  'supportEmail',
  'retreatSite',
  'textCountries',
  'retreatCode',
  'now',
] as const satisfies (keyof Site)[];
const numbers = ['firstClass'] as const satisfies (keyof Site)[];
const flags = ['hasSession'] as const satisfies (keyof Site)[];

function readSite(): Site {
  const text = document.getElementById('site')?.textContent ?? '';
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(
      'The page carries no site facts: whoever serves index.html must fill in #site.',
    );
  }
  const missing = [
    ...facts.filter((fact) => typeof data[fact] !== 'string'),
    ...numbers.filter((fact) => typeof data[fact] !== 'number'),
    ...flags.filter((fact) => typeof data[fact] !== 'boolean'),
  ];
  if (missing.length > 0) throw new Error(`The page's site facts lack ${missing.join(', ')}.`);
  return data as unknown as Site;
}

export const site = readSite();
