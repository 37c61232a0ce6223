import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url));

export type Migration = ReturnType<typeof readMigrations>[number];

/** The migrations of this version, oldest first. CONTRIBUTING.md explains their files. */
export function readMigrations(folder = ownFolder) {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return (entries as { tag: string }[]).map(({ tag: name }) => {
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const downFile = join(folder, `${name}.down.sql`);
    const down = existsSync(downFile) ? readFileSync(downFile, 'utf8') : null;
    /** Whether nodes of the previous version can keep running once the migration is applied. */
    const keepsOldNodes = /^-- old nodes: keep running$/m.test(text);
    return { name, text, hash, down, keepsOldNodes };
  });
}
