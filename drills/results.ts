import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import type { Drill, Finding } from './drill.ts';

const file = 'drills/results.md';
const head = `# Drills

What was found when each drill was last run to its end: \`npm run drill -- NAME\` writes its own part of this page anew.
`;

const verdictOf = ({ isMet }: Finding) =>
  isMet === undefined ? '' : isMet ? 'met' : '**not met**';

export function describeFinding(finding: Finding): string {
  const { what, found, wanted } = finding;
  return `${what}: ${found}${wanted ? ` (wanted: ${wanted}) ${verdictOf(finding)}` : ''}`;
}

/** Each drill has a chapter; the others stay as they are. */
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

| what | found | wanted | |
|---|---|---|---|
${lines.join('\n')}
`;
  const [, ...chapters] = (existsSync(file) ? readFileSync(file, 'utf8') : head).split(/^(?=## )/m);
  const others = chapters.filter((other) => !other.startsWith(`## ${name}\n`));
  const sorted = [...others.map((other) => `${other.trimEnd()}\n`), chapter].sort();
  writeFileSync(file, [head, ...sorted].join('\n'));
}
