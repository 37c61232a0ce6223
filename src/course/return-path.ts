import { isProtectedPage } from './landing-pages.ts';
import { pageAt } from './pages.ts';

const longestReturnPath = 300;

/** Whether a path, with its query, is of a page for people who are signed in: there a login link may lead. */
export function isReturnPath(path: string): boolean {
  const [, pathname = ''] = path.match(/^(\/[\w/-]*)(?:\?[!-~]*)?$/) ?? [];
  const page = pageAt(pathname);
  return path.length <= longestReturnPath && page !== undefined && isProtectedPage(page);
}
