import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

export interface Finding {
  what: string;
  found: number | string;
  wanted?: string;
  isMet?: boolean;
}

interface DrillOptions {
  minutes: number;
  from?: string | undefined;
  say(line: string): void;
}

export interface Drill {
  about: string;
  /** The longest that the drill can take in addition to its faults. */
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

export const figure = (what: string, found: number | string): Finding => ({
  what,
  found: typeof found === 'number' ? round(found) : found,
});

const round = (value: number) => Number(value.toFixed(value < 10 ? 2 : 0));

const file = 'drills/results.md';
const head = `# Drills

These are the results of each drill's last complete run. \`npm run drill -- NAME\` replaces that drill's section.
`;

const verdictOf = ({ isMet }: Finding) =>
  isMet === undefined ? '' : isMet ? 'met' : '**not met**';

export function describeFinding(finding: Finding): string {
  const { what, found, wanted } = finding;
  return `${what}: ${found}${wanted ? ` (goal: ${wanted}) ${verdictOf(finding)}` : ''}`;
}

export function writeResults(
  name: string,
  { about }: Drill,
  minutes: number,
  findings: Finding[],
): void {
  const lines = findings.map(
    (finding) =>
      `| ${finding.what} | ${finding.found} | ${finding.wanted ?? ''} | ${verdictOf(finding)} |`,
  );
  const chapter = `## ${name}

${about}

${new Date().toISOString().slice(0, 10)}, ${minutes} minutes of faults, ${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}.

| measure | result | goal | |
|---|---|---|---|
${lines.join('\n')}
`;
  const [, ...chapters] = (existsSync(file) ? readFileSync(file, 'utf8') : head).split(/^(?=## )/m);
  const others = chapters.filter((other) => !other.startsWith(`## ${name}\n`));
  const sorted = [...others.map((other) => `${other.trimEnd()}\n`), chapter].sort();
  writeFileSync(file, [head, ...sorted].join('\n'));
}
