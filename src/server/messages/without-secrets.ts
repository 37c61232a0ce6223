import { PAGES } from '../../course/pages.ts';
import type { Settings } from '../settings.ts';

const links = /https?:\/\/(?:<wbr>|[^\s"<>])+/gi;
const codes = /\b\d{6}\b/g;
const plainPages = new Set<string>(Object.values(PAGES));
plainPages.delete(PAGES.verify);

/**
 * Keeps only links to the portal's own pages, because any other link may sign someone in or open a meeting. Messages
 * that staff wrote keep links to other sites, too.
 */
export function withoutSecrets(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  words: string,
  isWrittenByStaff = false,
): string {
  const { host } = new URL(publicUrl);
  const isHarmless = (link: string) => {
    const url = URL.parse(link.replaceAll('<wbr>', ''));
    return url?.host === host ? plainPages.has(url.pathname) : isWrittenByStaff;
  };
  const kept = words.replace(links, (link) => (isHarmless(link) ? link : '[link]'));
  return isWrittenByStaff ? kept : kept.replace(codes, '[code]');
}
