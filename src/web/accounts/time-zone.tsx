import { useDeferredValue } from 'react';
import type { User } from '../../contract/accounts.ts';
import { deviceTimeZone } from '../../course/format-time.ts';
import { SelectField } from '../ui/field.tsx';
import { useAction } from '../ui/use-action.ts';

/** Turns 'America/New_York' into 'New York, America', so that typing a city's name selects its time zone. */
const nameZone = (zone: string) => zone.replace(/(\w+)\/(.+)/, '$2, $1').replaceAll('_', ' ');

const allZones = Intl.supportedValuesOf('timeZone');
const noZones: string[] = [];

export function TimeZone({ user }: { user: User }) {
  const save = useAction('POST /api/account/time-zone', {
    invalidates: ['GET /api/user'],
    failed: 'We couldn’t save your time zone. Please try again.',
  });
  const { timeZone, isTimeZoneChosen } = save.isPending ? save.variables[0].body : user;
  const chosen = (isTimeZoneChosen && timeZone) || '';
  // Over 400 options would delay the page, so they follow after it is shown.
  const zones = new Set(['', ...useDeferredValue(allZones, noZones), chosen]);
  const device = deviceTimeZone();
  const sameAsDevice = `Same as my device (${nameZone(device).split(', ')[0]})`;
  return (
    <SelectField
      label="Your time zone"
      hint="Class times are in Pacific Time (PT). If you’re in another time zone, our emails and texts also show your local time. Pages use your device’s time zone."
      options={[...zones].map((zone) => [zone, nameZone(zone) || sameAsDevice] as const)}
      value={chosen}
      onChange={({ target: { value } }) =>
        save.mutate({ body: { timeZone: value || device, isTimeZoneChosen: value !== '' } })
      }
    />
  );
}
