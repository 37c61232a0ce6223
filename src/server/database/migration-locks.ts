export interface Lock {
  statement: string;
  /** What other sessions have to wait for until the transaction ends. */
  effect: string;
}

const all = 'blocks reads and writes of';
const writes = 'blocks writes to';
const rows = 'locks the rows it changes in';

const starts = (words: string) =>
  new RegExp(`^${words} (?:only )?(?:if (?:not )?exists )?([\\w.]+)`);

/** The first rule that fits counts. Its group is the table, and null means that no one has to wait for that table. */
const rules: [RegExp, string | null][] = [
  [starts('create table'), null],
  [starts('alter table(?=.* validate constraint)'), null],
  [starts('alter table(?=.* foreign key)'), writes],
  [starts('create (?:unique )?index (?!concurrently).*? on'), writes],
  [starts('create (?:or replace )?(?:constraint )?trigger .*? on'), writes],
  [starts('drop (?:trigger|policy|rule) .*? on'), all],
  [starts('(?:alter|drop|lock|truncate|reindex) table'), all],
  [starts('(?:truncate|cluster|drop index|drop view)'), all],
  [starts('(?:update|delete from|insert into)'), rows],
  [/^create (?:or replace )?(?:function|schema|type|view|sequence)|^comment on/, null],
];
const references = /\breferences ([\w.]+)/g;

/**
 * Lists the statements that other sessions may have to wait for. It goes by the text alone, so it can't look into DO
 * blocks and functions. Tables that the statements create don't count.
 */
export function listLocks(statements: string[]): Lock[] {
  const created = new Set<string>();
  const plain = statements.map((text) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim());
  return plain.filter(Boolean).flatMap((statement) => {
    const words = statement.toLowerCase().replace(/"(?:public"\.")?/g, '');
    const rule = rules.find(([form]) => form.test(words));
    if (!rule) return [{ statement, effect: 'we can’t tell what this locks' }];
    const [form, effect] = rule;
    const table = words.match(form)?.[1] ?? '';
    if (words.startsWith('create table')) created.add(table);
    const locks = [
      ...(effect ? [{ effect, table }] : []),
      ...[...words.matchAll(references)].map(([, other = '']) => ({
        effect: writes,
        table: other,
      })),
    ].filter((lock) => !created.has(lock.table));
    const effects = new Set(locks.map((lock) => `${lock.effect} ${lock.table}`));
    return effects.size > 0 ? [{ statement, effect: [...effects].join(' and ') }] : [];
  });
}
