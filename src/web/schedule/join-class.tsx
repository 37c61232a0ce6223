import type { ScheduleEntry } from '../../contract/schedule.ts';
import { Button } from '../ui/button.tsx';
import { type ButtonStyle, buttonStyles } from '../ui/styles.ts';

/** Of the one in the card of a class, while which is in sight no other is shown. */
export const joinButtonId = ({ classNumber }: ScheduleEntry) => `join-class-${classNumber}`;

interface JoinClassProps extends ButtonStyle {
  id?: string;
  entry: ScheduleEntry;
  describedBy: string;
}

/** A real link: no browser holds it back as an unwanted window. Quiet, unless it is what to do now. */
export function JoinClass(props: JoinClassProps) {
  const { id, entry, describedBy, variant = 'outline', size, className } = props;
  const address = entry.studentZoomJoinUrl || entry.class.zoomJoinUrl;
  if (!address) {
    const report = () => {
      // biome-ignore lint/suspicious/noConsole: for support; the card itself says that the link is being prepared
      console.warn('This class has no meeting link yet.', { registration: entry.id });
    };
    return (
      <Button
        id={id}
        variant={variant}
        size={size}
        className={className}
        aria-describedby={describedBy}
        onClick={report}
      >
        Join Class
      </Button>
    );
  }
  return (
    <a
      id={id}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={describedBy}
      className={buttonStyles({ variant, size, className })}
    >
      Join Class
    </a>
  );
}
