type Properties = Record<string, string>;

/** What a calendar program makes of a calendar file: its own properties, and those of each event. */
export function readCalendar(file: string): { calendar: Properties; events: Properties[] } {
  const calendar: Properties = {};
  const events: Properties[] = [];
  let current = calendar;
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n');
  for (const line of lines.slice(0, -1)) {
    // A colon may stand in a quoted parameter.
    const [, name = '', value = ''] = line.match(/^([A-Z-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/s) ?? [];
    if (line === 'BEGIN:VEVENT') {
      current = {};
      events.push(current);
    } else if (line === 'END:VEVENT') current = calendar;
    else current[name] = unescapeText(value);
  }
  return { calendar, events };
}

function unescapeText(value: string): string {
  return value.replace(/\\(.)/gs, (_, sign) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}
