import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

export interface Row {
  measure: string;
  against: string;
  /** For example, '≥ 0.5'. Empty if there is no goal. */
  wanted: string;
  /** For each round, the portal's result divided by the alternative's, or the result itself if there is none. */
  ratios: number[];
  /** Says why there are no ratios, or no verdict. */
  reason?: string;
  note?: string;
}

export const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
export const secondsARound = Number(process.env.BENCH_SECONDS ?? 2);

type Side = () => Promise<number>;

/**
 * Measures the sides in turns, in reverse order every other turn, so that disturbances affect all of them equally. A
 * round can have several short turns, whose rates are added. The first rounds are a warm-up, because a new server
 * needs thousands of requests to become fast.
 */
export async function measureInTurns<Name extends string>(
  sides: Record<Name, Side>,
  warmUps = 3,
  turnsARound = 1,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let turn = -warmUps * turnsARound; turn < rounds * turnsARound; turn += 1) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const value = await sides[name]();
      const round = Math.floor(turn / turnsARound);
      const results = taken[name] ?? [];
      if (round >= 0) results[round] = (results[round] ?? 0) + value;
    }
  }
  return taken as Record<Name, number[]>;
}

/** Divides the results round by round, so that a slow minute affects both sides. */
export function divide(ours: number[], theirs: number[]): number[] {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

function isMet({ wanted, ratios, reason }: Row): boolean | null {
  const [, sign, limit] = wanted.match(/^([≤≥]) ([\d.]+)$/) ?? [];
  if (!sign || ratios.length === 0 || reason) return null;
  return sign === '≥' ? median(ratios) >= Number(limit) : median(ratios) <= Number(limit);
}

function figure(value: number): string {
  if (value >= 10) return value.toFixed(0);
  return value < 0.1 && value > 0 ? value.toFixed(3) : value.toFixed(2);
}

function resultOf({ ratios, reason }: Row): string {
  if (ratios.length === 0) return `not measured: ${reason}`;
  const spread =
    ratios.length > 1 ? ` (${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))})` : '';
  return figure(median(ratios)) + spread;
}

function verdictOf(row: Row): string {
  const met = isMet(row);
  if (met === null) return row.reason ?? '';
  return met ? 'reached' : 'short';
}

export function describeRow(row: Row): string {
  return `${row.measure} | against ${row.against} | ${row.wanted} | ${resultOf(row)} | ${verdictOf(row)}`;
}

export function writeResults(rows: Row[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}`;
  const lines = rows.map(
    (row) =>
      `| ${row.measure} | ${row.against} | ${row.wanted} | ${resultOf(row)} | ${verdictOf(row)} |`,
  );
  const notes = [...Map.groupBy(rows, ({ note }) => note)].flatMap(([note, about]) =>
    note ? [`- **${about.map(({ measure }) => measure).join(', ')}**: ${note}`] : [],
  );
  writeFileSync(
    'bench/results.md',
    `# Measured

${day}, on ${machine}, load average ${loadavg()[0]?.toFixed(1)} at the end. Both sides of a ratio take turns in one run:
the median of ${rounds} rounds, and the spread. \`npm run bench\` overwrites this page.

| measure | against | wanted | median (spread) | |
|---|---|---|---|---|
${lines.join('\n')}

${notes.join('\n')}
`,
  );
}
