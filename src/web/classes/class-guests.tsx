import type { ClassGuest } from '../../contract/class-page.ts';
import { Card } from '../ui/card.tsx';
import { formatPhone } from '../ui/format-phone.ts';

export function ClassGuests({ guests }: { guests: ClassGuest[] }) {
  return (
    <Card as="section" aria-label="Who comes">
      <ul className="grid gap-2">
        {guests.map(({ personId, name, phone, textConsent, classNumber }) => (
          <li key={personId} className="flex flex-wrap gap-x-4">
            <strong className="font-semibold">{name}</strong>
            <span>{classNumber === null ? 'Alumni' : `Class ${classNumber}`}</span>
            <span>{phone ? formatPhone(phone) : 'No phone number'}</span>
            <span>{textConsent ? 'Texts: yes' : 'Texts: no'}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
