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

/** Opens a file with one JSON object per line. Applies all existing lines, and each new line after writing it. */
export function openJsonLines<Line>(file: string, apply: (line: Line) => void) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) readLines(file, apply);
  return {
    write(line: Line) {
      appendFileSync(file, toText(line));
      apply(line);
    },
    rewrite(lines: Line[]) {
      writeFileSync(`${file}.unfinished`, lines.map(toText).join(''));
      renameSync(`${file}.unfinished`, file);
    },
  };
}

function toText(line: unknown): string {
  return `${JSON.stringify(line)}\n`;
}

/** Drops an incomplete last line, which an interrupted write left behind. */
function readLines<Line>(file: string, apply: (line: Line) => void): void {
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
  // Read line by line, because a half-gigabyte file doesn't fit into one string.
  let from = 0;
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', from)) {
    apply(JSON.parse(content.toString('utf8', from, end)));
    from = end + 1;
  }
}
