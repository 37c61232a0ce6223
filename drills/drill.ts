/** One line of what a drill found. */
export interface Finding {
  what: string;
  found: number | string;
  /** What it must be, in words; without it the figure is only told. */
  wanted?: string;
  isMet?: boolean;
}

interface DrillOptions {
  /** For how long faults are made. */
  minutes: number;
  /** For an upgrade: the commit of the older version. */
  from?: string | undefined;
  say(line: string): void;
}

export interface Drill {
  about: string;
  /** The time that it takes at most, beside the minutes of its faults. */
  extraMinutes: number;
  defaultMinutes: number;
  run(options: DrillOptions): Promise<Finding[]>;
}

export const mustBe = (what: string, found: number, wanted: number): Finding => ({
  what,
  found,
  wanted: String(wanted),
  isMet: found === wanted,
});

export const atMost = (what: string, found: number, limit: number, unit = ''): Finding => ({
  what,
  found: `${round(found)}${unit}`,
  wanted: `at most ${limit}${unit}`,
  isMet: found <= limit,
});

export const told = (what: string, found: number | string): Finding => ({
  what,
  found: typeof found === 'number' ? round(found) : found,
});

const round = (figure: number) => Number(figure.toFixed(figure < 10 ? 2 : 0));
