import { PAGES } from '../../course/pages.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { MailLink, TextLink } from '../ui/text-link.tsx';
import { type Guide, guides } from './guide-steps.ts';

export function HelpScreen() {
  usePageTitle('Help');
  return (
    <>
      <h1>Help</h1>
      <p className="mt-3 mb-6 text-muted">
        Four short videos show how the portal works. They have no sound; the same steps are written
        below each.
      </p>
      <div className="grid gap-5">
        {guides.map((guide) => (
          <GuideCard key={guide.name} guide={guide} />
        ))}
        <Card as="section" variant="wash">
          <h2 className="font-display font-medium text-2xl leading-tight">Still need help?</h2>
          <p className="mt-2">
            Write to us at <MailLink address={site.supportEmail} />.
          </p>
        </Card>
      </div>
      <p className="mt-6 text-sm">
        <TextLink href={PAGES.privacyPolicy} className="inline-flex min-h-11 items-center">
          Privacy policy
        </TextLink>
      </p>
    </>
  );
}

function GuideCard({ guide: { name, title, steps } }: { guide: Guide }) {
  return (
    <Card as="section" aria-labelledby={name}>
      <h2 id={name} className="font-display font-medium text-2xl leading-tight">
        {title}
      </h2>
      <GuideFilm name={name} title={title} />
      <ol className="mt-4 list-decimal space-y-1.5 pl-6 marker:font-semibold marker:text-info">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Only their addresses: a film is fetched when somebody plays it. */
const files = import.meta.glob<string>('./guides/*', {
  eager: true,
  query: '?url',
  import: 'default',
});

export function GuideFilm({ name, title }: Pick<Guide, 'name' | 'title'>) {
  const file = (ending: string) => files[`./guides/${name}.${ending}`];
  return (
    <video
      controls
      playsInline
      preload="none"
      poster={file('webp')}
      width={1280}
      height={1168}
      aria-label={`Video: ${title}`}
      className="mt-4 h-auto w-full rounded-control border border-line bg-ink"
    >
      <source src={file('mp4')} type="video/mp4" />
      <source src={file('webm')} type="video/webm" />
      {/* The films have no sound, so the captions are on by default. */}
      <track default kind="captions" src={file('vtt')} srcLang="en" label="English" />
    </video>
  );
}
