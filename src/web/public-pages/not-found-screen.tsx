import { PAGES } from '../../course/pages.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/text-link.tsx';

export function NotFoundScreen() {
  usePageTitle('Page not found');
  return (
    <div>
      <h1>404 Page Not Found</h1>
      <p className="mt-3 text-muted">
        We couldn’t find a page at this address. It may have moved, or the link may be incomplete.
      </p>
      <p className="mt-3">
        <TextLink href={PAGES.home} className="inline-flex min-h-11 items-center">
          Go to the home page
        </TextLink>
      </p>
    </div>
  );
}
