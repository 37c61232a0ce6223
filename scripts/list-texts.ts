// Prints every text that people may read, and where it is in the source: npm run list-texts
import { findTexts, readAll } from './texts.ts';

for (const { file, line, text } of readAll(findTexts)) {
  process.stdout.write(`${file}:${line}\t${text}\n`);
}
