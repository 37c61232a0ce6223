interface PreviewedMessage {
  mail: { subject: string; text: string };
  text: { body: string; segments: number } | null;
}

interface MessagePreviewProps {
  message: PreviewedMessage;
  /** Who gets the mail, such as 'Nora Lindqvist and 3 others', and who of them the text. */
  mailTo: string;
  textTo: string | null;
}

/** What is about to be sent, and to whom. */
export function MessagePreview({ message: { mail, text }, mailTo, textTo }: MessagePreviewProps) {
  return (
    <>
      <section aria-label="Mail" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
        <p className="wrap-anywhere text-muted">Mail to {mailTo}</p>
        <p className="wrap-anywhere mt-2 font-semibold">{mail.subject}</p>
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{mail.text}</p>
      </section>
      {text && (
        <section aria-label="Text" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
          <p className="wrap-anywhere text-muted">
            {textTo ? `Text to ${textTo}` : 'No one in this group has opted in to texts'} ·{' '}
            {text.segments === 1 ? '1 segment' : `${text.segments} segments`}
          </p>
          <p className="wrap-anywhere mt-2">{text.body}</p>
        </section>
      )}
    </>
  );
}
