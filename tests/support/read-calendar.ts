import ICAL from 'ical.js';

type Properties = Record<string, string>;
type Property = [name: string, parameters: Record<string, string>, type: string, value: unknown];
type Component = [name: string, properties: Property[], components: Component[]];

/** Parses a calendar file with another library. People look like `mailto:a@b.test PARTSTAT=ACCEPTED`. */
export function readCalendar(file: string) {
  const [name, properties, components] = ICAL.parse(file) as unknown as Component;
  if (name !== 'vcalendar') throw new Error(`this is a ${name}, not a calendar`);
  const events = components.filter(([kind]) => kind === 'vevent');
  return {
    calendar: toRecord(properties),
    events: events.map(([, ofEvent]) => toRecord(ofEvent)),
    alarms: events.map(([, , parts]) => parts.map(([, ofAlarm]) => toRecord(ofAlarm))),
  };
}

function toRecord(properties: Property[]): Properties {
  return Object.fromEntries(
    properties.map((property) => [property[0].toUpperCase(), show(property)]),
  );
}

function show([, parameters, type, value]: Property): string {
  if (type === 'date-time') return String(value).replace(/[-:]/g, '');
  if (type !== 'cal-address') return String(value);
  const named = Object.entries(parameters).map(([key, word]) => `${key.toUpperCase()}=${word}`);
  return [value, ...named].join(' ');
}
