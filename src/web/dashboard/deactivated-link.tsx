import { PAGES } from '../../course/pages.ts';
import { TextLink } from '../ui/text-link.tsx';

/** Under a list that leaves out whoever was deactivated. */
export function DeactivatedLink() {
  return (
    <p className="mt-4 text-sm">
      <TextLink
        href={PAGES.deactivated}
        className="inline-block min-h-11 content-center pointer-fine:min-h-0"
      >
        Deactivated people
      </TextLink>
    </p>
  );
}
