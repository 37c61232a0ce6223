import type { Guide } from './guide-steps.ts';

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
      {/* There is no sound, so the words are shown from the start. */}
      <track default kind="captions" src={file('vtt')} srcLang="en" label="English" />
    </video>
  );
}
