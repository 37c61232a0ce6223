import { Play } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { DEFAULT_RETREAT_CODE } from '../../course/course.ts';
import { PAGES } from '../../course/pages.ts';
import { useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { useBrowserFact } from '../ui/browser.ts';
import { Card, Section } from '../ui/card.tsx';
import { Fold } from '../ui/fold.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { classNames } from '../ui/styles.ts';
import { MailLink, TextLink } from '../ui/text-link.tsx';
import { type Guide, guides } from './guide-steps.ts';

export function HelpScreen() {
  usePageTitle('Help');
  const { user } = useAuth();
  const [open, setOpen] = useState<string>();
  // Open the guide in the URL and scroll there, because the browser looked for it before the page rendered.
  useEffect(() => {
    const name = window.location.hash.slice(1);
    const heading = document.getElementById(name);
    setOpen(name);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h1>Help</h1>
      {site.hasSession && user !== null && (
        <p className="mt-1 min-h-11">
          {user && (
            <TextLink
              href={user.role === 'student' ? PAGES.schedule : PAGES.home}
              className="inline-flex min-h-11 items-center"
            >
              {user.role === 'student' ? 'Back to your schedule' : 'Back to the portal'}
            </TextLink>
          )}
        </p>
      )}
      <p className="mt-3 mb-6 text-muted">
        Five short videos show you how the portal works. They have no sound, and each one comes with
        written steps.
      </p>
      <div className="grid gap-5">
        <Card className="divide-y divide-line py-1">
          {guides.map((guide) => (
            <GuideSection
              key={guide.name}
              guide={guide}
              state={[open === guide.name, (isOpen) => setOpen(isOpen ? guide.name : undefined)]}
            />
          ))}
        </Card>
        <Section isLarge id="more-help" title="Still need help?" variant="wash">
          <p className="mt-2">
            Write to us at <MailLink address={site.supportEmail} />.
          </p>
        </Section>
      </div>
      <p className="mt-6 text-sm">
        <TextLink href={PAGES.privacyPolicy} className="inline-flex min-h-11 items-center">
          Privacy Policy
        </TextLink>
      </p>
    </>
  );
}

interface GuideSectionProps {
  guide: Guide;
  state: ComponentProps<typeof Fold>['state'];
}

function GuideSection({ guide: { name, title, steps }, state }: GuideSectionProps) {
  const [current, setCurrent] = useState(-1);
  return (
    <section aria-labelledby={name} className="py-1">
      <Fold id={name} heading={<span className="font-semibold">{title}</span>} state={state}>
        <div className="mt-2 grid gap-4 lg:grid-cols-[minmax(0,40rem)_minmax(14rem,1fr)] lg:gap-6">
          <GuideFilm name={name} title={title} onStep={setCurrent} />
          <ol className="list-decimal space-y-1 pl-6 marker:font-semibold marker:text-info">
            {steps.map((step, index) => (
              <li
                key={step}
                aria-current={index === current ? 'step' : undefined}
                className="-ml-6 list-inside rounded-control border border-transparent px-2 py-1 aria-[current]:border-accent aria-[current]:bg-sky"
              >
                {/* The steps contain the default code, as in the videos, but the operator may use another one. */}
                {step.replace(DEFAULT_RETREAT_CODE, site.retreatCode)}
              </li>
            ))}
          </ol>
        </div>
      </Fold>
    </section>
  );
}

/** Imports only the URLs. A video is downloaded when it is played. */
const files = import.meta.glob<string>('./guides/*', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** In pixels, twice the size in scripts/film-camera.ts. */
const sizes = {
  wide: { width: 1280, height: 1040 },
  phone: { width: 780, height: 1320 },
};

interface GuideFilmProps extends Pick<Guide, 'name' | 'title'> {
  /** `index` is -1 if there is no current step. */
  onStep: (index: number) => void;
}

function GuideFilm({ name, title, onStep }: GuideFilmProps) {
  // Decide only once, so that resizing the window doesn't replace a video while it is playing.
  const isPhone = useBrowserFact(() => window.matchMedia('(max-width: 39.99rem)').matches);
  const file = (ending: string) => files[`./guides/${name}${isPhone ? '-phone' : ''}.${ending}`];
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track) return;
    // Hide the captions on the video, because the steps next to it show the same text.
    track.mode = 'hidden';
    const showStep = () => {
      const [cue] = track.activeCues ?? [];
      onStep(cue ? [...(track.cues ?? [])].indexOf(cue) : -1);
    };
    track.addEventListener('cuechange', showStep);
    return () => track.removeEventListener('cuechange', showStep);
  }, [onStep]);
  const [isStarted, setStarted] = useState(false);
  const play = () => {
    setStarted(true);
    video.current?.play();
    video.current?.focus();
  };
  return (
    <div className={classNames('relative', isPhone && 'mx-auto w-fit')}>
      {/* The browser's controls of five videos would delay the page, so a video gets its own when it starts. */}
      <video
        ref={video}
        controls={isStarted}
        playsInline
        preload="none"
        poster={file('webp')}
        {...sizes[isPhone ? 'phone' : 'wide']}
        tabIndex={isStarted ? undefined : -1}
        aria-label={`Video: ${title}`}
        className={classNames(
          'h-auto w-full rounded-control border border-line bg-ink',
          isPhone && 'max-h-[75dvh] w-auto max-w-full',
        )}
      >
        <source src={file('mp4')} type="video/mp4" />
        <source src={file('webm')} type="video/webm" />
        <track kind="captions" src={file('vtt')} srcLang="en" label="English" />
      </video>
      {!isStarted && (
        <button
          type="button"
          aria-label={`Play “${title}”`}
          className="absolute inset-0 grid place-items-center rounded-control"
          onClick={play}
        >
          <span className="grid size-16 place-items-center rounded-full bg-card text-ink shadow-floating">
            <Play aria-hidden className="size-7" />
          </span>
        </button>
      )}
    </div>
  );
}
