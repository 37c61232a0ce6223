import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { Card } from '../ui/card.tsx';

const sources = {
  page: 'on their own page',
  reply: 'by replying to a text',
  staff: 'entered by staff',
};

/** Whether a person wants texts, since when, and what they were shown when they said so. */
export function PersonTexts({ page }: { page: PersonPage }) {
  const { textConsent, consent, textRefusal, erasedAt } = page;
  return (
    <Card as="section" aria-labelledby="texts-heading">
      <h2 id="texts-heading" className="mb-2 font-semibold">
        Texts
      </h2>
      <p>{textConsent ? 'Yes, they get texts.' : 'No, they get no texts.'}</p>
      {consent ? (
        <p className="text-muted text-sm">
          Since {formatCompactDate(new Date(consent.at))}, {formatTime(new Date(consent.at))},{' '}
          {sources[consent.source]}.
        </p>
      ) : (
        <p className="text-muted text-sm">They have not said yet whether they want any.</p>
      )}
      {consent && !erasedAt && (
        <blockquote className="mt-2 border-line-strong border-l-2 pl-3 text-muted text-sm wrap-anywhere whitespace-pre-line">
          {consent.shown}
        </blockquote>
      )}
      {textRefusal === 'reply' && (
        <p className="mt-3 rounded-control bg-warning-soft px-3 py-2 text-sm">
          They stopped texts themselves, and their carrier holds back every text of ours since. Only
          they can start them again: by replying START, or on their own page. Nobody can do it for
          them, because a yes to texts has to be the person’s own.
        </p>
      )}
    </Card>
  );
}
