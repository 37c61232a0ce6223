import { useQuery } from '@tanstack/react-query';
import { PAGES } from '../../course/pages.ts';
import { apiQuery } from '../api.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** What keeps the portal from doing its work for many people at once. */
export function AdminNotices() {
  const { data = [] } = useQuery({
    ...apiQuery('GET /api/admin/notices'),
    refetchOnMount: 'always',
  });
  return data.map(({ title, sentence }) => (
    <Notice key={sentence} tone="warning" title={title} className="mb-5">
      {sentence} <TextLink href={PAGES.problems}>See Problems</TextLink> or{' '}
      <TextLink href={PAGES.setup}>open Setup</TextLink>.
    </Notice>
  ));
}
