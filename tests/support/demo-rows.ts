import pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Remembers every row and sequence in the template, so that we can reset a copied database. That takes a tenth of the
 * time that another copy would, and connections keep their query plans.
 */
export async function rememberRows(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(remember);
  } finally {
    await client.end();
  }
}

/** Turns off triggers and foreign keys while restoring. The rows are valid, and history can't be deleted otherwise. */
export async function restoreRows(client: Client): Promise<void> {
  await client.query('select original.restore()');
}

/** Empties tables and everything that references them. Unlike truncate, keeps the connections' query plans. */
export async function emptyTables(client: Client, ...tables: string[]): Promise<void> {
  await client.query('select original.empty($1::regclass[])', [tables]);
}

const remember = `
  create schema original;
  -- A table has changed if one of its rows was written after \`restored_by\`.
  create table original.tables (name regclass, called text, columns text, rows jsonb, amount int, restored_by bigint);
  create table original.sequences (name regclass, value bigint, was_used boolean);

  do $$
  declare one regclass; columns text; kept jsonb;
  begin
    for one in select oid::regclass from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    loop
      select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
        where attrelid = one and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('select coalesce(jsonb_agg(to_jsonb(row)), ''[]'') from %s row', one) into kept;
      insert into original.tables
        values (one, one, columns, kept, jsonb_array_length(kept), pg_current_xact_id()::text::bigint);
    end loop;
    for one in select oid::regclass from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace
    loop
      execute format('insert into original.sequences select %L, last_value, is_called from %1$s', one);
    end loop;
  end $$;

  create function original.restore() returns void language plpgsql
    set session_replication_role = replica as $$
  declare kept original.tables; is_changed boolean;
  begin
    for kept in select * from original.tables loop
      if kept.name::text <> kept.called then
        raise '% has become %', kept.called, kept.name;
      end if;
      execute format(
        'select count(*) <> $1 or coalesce(bool_or(xmin::text::bigint > $2), false) from %s', kept.name)
        into is_changed using kept.amount, kept.restored_by;
      continue when not is_changed;
      execute format('delete from %s', kept.name);
      execute format(
        'insert into %s (%s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
        kept.name, kept.columns) using kept.rows;
      update original.tables set restored_by = pg_current_xact_id()::text::bigint where name = kept.name;
    end loop;
    perform setval(name, value, was_used) from original.sequences;
  end $$;

  create function original.empty(emptied regclass[]) returns void language plpgsql
    set session_replication_role = replica as $$
  declare one regclass;
  begin
    for one in
      with recursive found (name) as (
        select unnest(emptied)
        union
        select conrelid::regclass from pg_constraint join found on confrelid = name where contype = 'f'
      )
      select name from found
    loop
      execute format('delete from %s', one);
    end loop;
  end $$;
`;
