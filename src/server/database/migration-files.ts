import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Whether nodes of the previous version can keep running once the migration is applied. */
export type OldNodes = 'keep running' | 'stop';

export interface Migration {
  name: string;
  hash: string;
  createdAt: number;
  statements: string[];
  oldNodes: OldNodes;
  /** What takes the migration back, from `NAME.down.sql`. */
  down: string | null;
}

/** The migrations of this version, oldest first. CONTRIBUTING.md describes their files. */
export function readMigrations(folder = ownFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return (journal.entries as { tag: string; when: number }[]).map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const downFile = join(folder, `${tag}.down.sql`);
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      createdAt: when,
      statements: text.split('--> statement-breakpoint'),
      oldNodes: /^-- old nodes: keep running$/m.test(text) ? 'keep running' : 'stop',
      down: existsSync(downFile) ? readFileSync(downFile, 'utf8') : null,
    };
  });
}
