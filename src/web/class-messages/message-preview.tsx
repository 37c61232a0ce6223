import type { ClassMessagePreview } from '../../contract/class-messages.ts';

/** What is about to be sent, and to whom. */
export function MessagePreview({ preview }: { preview: ClassMessagePreview }) {
  const { mails, texts, mail, text } = preview;
  return (
    <>
      <section aria-label="Mail" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
        <p className="wrap-anywhere text-muted">Mail to {mails.join(', ')}</p>
        <p className="wrap-anywhere mt-2 font-semibold">{mail.subject}</p>
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{mail.text}</p>
      </section>
      {text && (
        <section aria-label="Text" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
          <p className="wrap-anywhere text-muted">
            {texts.length > 0 ? `Text to ${texts.join(', ')}` : 'Nobody of them wants texts'} ·{' '}
            {text.segments === 1 ? '1 segment' : `${text.segments} segments`}
          </p>
          <p className="wrap-anywhere mt-2">{text.body}</p>
        </section>
      )}
    </>
  );
}
