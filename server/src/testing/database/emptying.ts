import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { KeptConnections } from './kept-connections.ts'

/** How long closing connections may take. */
const GOODBYE_MS = 5000
/**
 * Prepares a template so that a test's writes can be undone in copies of it: triggers that record each written table, copies
 * of the existing rows, and the state of the sequences. Triggers fire per statement, also in replica mode, and never block:
 * records are not unique. A schema change is recorded as table 0.
 */
const preparation = `
create schema testing;
create table testing.written (relation oid not null);
create table testing.sequence as select format('%I.%I', schemaname, sequencename) as name, last_value, start_value from pg_sequences;
create table testing.plan (relation oid not null, leaf oid not null, restore text not null);

create function testing.note() returns trigger language plpgsql security definer as $$
begin
  insert into testing.written values (tg_relid);
  return null;
end $$;

create function testing.note_schema() returns event_trigger language plpgsql security definer as $$
begin
  if tg_tag like 'DROP %'
    or exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp')
  then insert into testing.written values (0); end if;
end $$;

create function testing.keep(leaf regclass) returns text language plpgsql as $$
declare
  copy text := format('testing.%I', 'copy_' || leaf::oid);
  is_empty boolean;
  columns text;
  key text;
begin
  execute format('select not exists (select from only %s)', leaf) into is_empty;
  if is_empty then return format('delete from only %s', leaf); end if;
  execute format('create table if not exists %s as select * from only %s', copy, leaf);
  select string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = ''),
    string_agg(format('kept.%1$I = now.%1$I', attname), ' and ') filter (where attnum = any (indkey))
    into columns, key
    from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = leaf and attnum > 0 and not attisdropped;
  return format('delete from only %s', leaf)
    || case when key is null then '' else ' where age(xmin) < (select age(xid) from testing.baseline)' end
    || format('; insert into %s (%s) overriding system value select %s from %s kept', leaf, columns, columns, copy)
    || case when key is null then '' else format(' where not exists (select from only %s now where %s)', leaf, key) end;
end $$;

/* is_restored: false when the schema or its statistics changed. dirty: the tables in which deleted rows lie. */
create function testing.restore(out is_restored boolean, out dirty text[])
  language plpgsql set session_replication_role = replica as $$
declare
  each record;
begin
  is_restored := not exists (select from testing.written where relation = 0)
    and not exists (select from pg_statistic where age(xmin) < (select age(xid) from testing.baseline));
  if not is_restored then return; end if;
  dirty := array['testing.written'];
  for each in select distinct leaf, restore from testing.plan where relation in (select relation from testing.written) loop
    execute each.restore;
    dirty := array_append(dirty, each.leaf::regclass::text);
  end loop;
  perform case when kept.last_value is null then setval(kept.name, kept.start_value, false) else setval(kept.name, kept.last_value) end
    from testing.sequence kept
    join (select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences) now using (name)
    where now.last_value is distinct from kept.last_value;
  delete from testing.written;
  update testing.baseline set xid = pg_current_xact_id()::xid;
end $$;

do $$
declare
  root regclass;
begin
  for root in select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('information_schema', 'testing') and nspname not like 'pg\\_%'
  loop
    insert into testing.plan
      select root, leaf, testing.keep(leaf) from (
        select relid::oid as leaf from pg_partition_tree(root) where isleaf
        union select root from pg_class where oid = root and relkind = 'r') leaves;
    execute format('create trigger testing_note after insert or update or delete or truncate on %s
      for each statement execute function testing.note()', root);
    execute format('alter table %s enable always trigger testing_note', root);
  end loop;
end $$;

create table testing.baseline as select pg_current_xact_id()::xid as xid;
create event trigger testing_note on ddl_command_end execute function testing.note_schema();
`

/** Prepares a database so that its copies can be emptied. */
export async function prepareEmptying(superuserUrl: string): Promise<void> {
  await withClient(superuserUrl, (client) => client.query(preparation))
}

/**
 * Undoes all writes in a copy of a prepared database: its tables and sequences equal the template's again.
 * @param connections those that are kept, and may stay open as long as they do nothing
 * @returns false when the database cannot be reused because its schema or statistics changed
 * @throws when a connection is still open, which could write into the next test
 */
export function emptyDatabase(
  superuserUrl: string,
  { goodbyeMs = GOODBYE_MS, connections }: { goodbyeMs?: number; connections?: KeptConnections } = {},
): Promise<boolean> {
  const empty = async (client: pg.Client) => {
    await waitForOthers(client, goodbyeMs, connections?.idle() ?? [])
    const { rows } = await client.query<{ is_restored: boolean; dirty: string[] }>('select * from testing.restore()')
    const { is_restored = false, dirty = [] } = rows[0] ?? {}
    // Otherwise dead rows would remain, and the next test's rows would be stored in another order than in a fresh table.
    if (is_restored) await client.query(`vacuum (skip_database_stats) ${dirty.join(', ')}`)
    return is_restored
  }
  return withClient(superuserUrl, empty, connections?.Client)
}

async function waitForOthers(client: pg.Client, goodbyeMs: number, kept: readonly number[]): Promise<void> {
  const others = `select application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and not (pid = any($1) and state = 'idle')`
  for (let waited = 0; ; waited += 10) {
    const { rows } = await client.query<{ name: string }>(others, [kept])
    if (!rows.length) return
    if (waited >= goodbyeMs)
      throw new Error(`left connected when its test ended: ${rows.map(({ name }) => name || '?').join(', ')}`)
    await sleep(10)
  }
}

/** Runs work on its own connection. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  Client = pg.Client,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'zhanggui-testing' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
