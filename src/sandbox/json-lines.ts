import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A file with one JSON object a line; each is written to disk before it is acknowledged. */
export function openJsonLines<Line>(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  return {
    lines: existsSync(file) ? readLines<Line>(file) : [],
    append(line: Line) {
      appendFileSync(file, toText(line));
    },
    /** Replaces the file, without the lines that later ones have replaced. */
    rewrite(lines: Line[]) {
      writeFileSync(`${file}.unfinished`, lines.map(toText).join(''));
      renameSync(`${file}.unfinished`, file);
    },
  };
}

function toText(line: unknown): string {
  return `${JSON.stringify(line)}\n`;
}

/** Cuts off a half-written last line: it was never acknowledged. */
function readLines<Line>(file: string): Line[] {
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
  const lines: Line[] = [];
  // One by one: a file of half a gigabyte is longer than any string can be.
  for (let from = 0; ; ) {
    const end = content.indexOf('\n', from);
    if (end < 0) return lines;
    lines.push(JSON.parse(content.toString('utf8', from, end)));
    from = end + 1;
  }
}
