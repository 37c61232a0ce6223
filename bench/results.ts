import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { isMet, median, type Row, rounds } from './measure.ts';

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
the median of ${rounds} rounds, and the spread. \`npm run bench\` writes this page anew.

| measure | against | wanted | median (spread) | |
|---|---|---|---|---|
${lines.join('\n')}

${notes.join('\n')}
`,
  );
}
