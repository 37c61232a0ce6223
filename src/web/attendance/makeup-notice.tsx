import type { ClassGuest } from '../../contract/class-page.ts';
import { formatSlot } from '../../course/format-time.ts';

/** What becomes of a makeup once its student turns out to have been in the class that they missed. */
export function MakeupNotice({ guest }: { guest: Pick<ClassGuest, 'name' | 'makeup'> }) {
  const { name, makeup } = guest;
  if (!makeup) return null;
  return (
    <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
      {name} no longer needs the makeup on {formatSlot(new Date(makeup.startTime))}. It will be
      canceled and {name} will get an email, unless they have been to it or have another class in
      this week.
    </p>
  );
}
