import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { Button } from '../ui/button.tsx';
import { type ButtonStyle, buttonStyles } from '../ui/styles.ts';

interface JoinClassProps extends Pick<ButtonStyle, 'variant' | 'className'> {
  entry: ScheduleEntry;
  describedBy: string;
}

/** A real link: no browser holds it back as an unwanted window. Quiet, unless it is what to do now. */
export function JoinClass(props: JoinClassProps) {
  const { entry, describedBy, variant = 'outline', className } = props;
  const address = entry.studentZoomJoinUrl || entry.class.zoomJoinUrl;
  if (!address) {
    const report = () => {
      // biome-ignore lint/suspicious/noConsole: for support; the card itself says that the link is being prepared
      console.warn('This class has no meeting link yet.', { registration: entry.id });
    };
    return (
      <Button
        variant={variant}
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
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={describedBy}
      className={buttonStyles({ variant, className })}
    >
      Join Class
    </a>
  );
}
