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

/** A file with one JSON object a line. Applies what is there, then each line once it is on disk. */
export function openJsonLines<Line>(file: string, apply: (line: Line) => void) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) readLines(file, apply);
  return {
    write(line: Line) {
      appendFileSync(file, toText(line));
      apply(line);
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
function readLines<Line>(file: string, apply: (line: Line) => void): void {
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
  // One by one: a file of half a gigabyte is longer than any string can be.
  let from = 0;
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', from)) {
    apply(JSON.parse(content.toString('utf8', from, end)));
    from = end + 1;
  }
}
