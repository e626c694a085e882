import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { named, onDatabase } from '../templates.ts'
import { emptyDatabase, withClient } from './emptying.ts'

let copies = 0

/** Copies the prepared shop. Returns statements of the server's role and of the superuser, and its content. */
async function copyShop() {
  const { url, ownerUrl, superuserUrl, run, templates } = inject('database')
  if (!superuserUrl) throw new Error('only a superuser can empty databases')
  const name = `${run}_${process.pid}_emptying${++copies}`
  await onDatabase(ownerUrl, `create database ${name} template ${templates.shop} strategy file_copy`)
  onTestFinished(() => onDatabase(ownerUrl, `drop database ${name}`))
  const superuser = named(superuserUrl, name)
  return {
    superuser,
    write: (statements: string) => onDatabase(named(url, name), statements),
    owner: (statements: string) => onDatabase(named(ownerUrl, name), statements),
    content: () => withClient(superuser, readContent),
    empty: (goodbyeMs?: number) => emptyDatabase(superuser, goodbyeMs === undefined ? {} : { goodbyeMs }),
  }
}

const listTables = (client: pg.Client, kinds: string) =>
  client.query<{ name: string }>(`
    select pg_class.oid::regclass::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in (${kinds}) and nspname not in ('information_schema', 'testing') and nspname not like 'pg\\_%' order by 1`)

/** Every row of every table, and every sequence. */
async function readContent(client: pg.Client): Promise<Record<string, unknown>> {
  const { rows: tables } = await listTables(client, "'r'")
  const { rows: sequences } = await client.query('select * from pg_sequences order by schemaname, sequencename')
  const content: Record<string, unknown> = { sequences }
  for (const { name } of tables) {
    const { rows } = await client.query<{ each: string }>(`select each::text from only ${name} each order by 1`)
    content[name] = rows.map(({ each }) => each)
  }
  return content
}

const staff = `
  insert into role (name, permission, level) values ('r', 'r', 3);
  insert into admin_user (username, nick_name, password_hash) values ('a', 'a', 'none');
  insert into admin_user_role (user_id, role_id) select admin_user.id, role.id from admin_user, role where username = 'a' and permission = 'r';`

test('inserts, updates and deletes are undone, repeatedly, and ids start where they did', async () => {
  const { write, content, empty } = await copyShop()
  const before = await content()
  const writes = [
    staff,
    `update menu set name = name || '!'; delete from dict_detail; update role set level = 1 where permission = 'admin'`,
    `${staff} delete from admin_user where username = 'a'; delete from dict`,
    `delete from role_menu; insert into setting (key, "group", value) values ('x', 'y', '1')`,
    staff,
  ]
  for (const statements of writes) {
    await write(statements)
    expect(await content()).not.toEqual(before)
    expect(await empty()).toBe(true)
    expect(await content()).toEqual(before)
  }
})

test('every table is restored after all its rows were deleted, including partitions and the job queue', async () => {
  const { superuser, content, empty } = await copyShop()
  const before = await content()
  await withClient(superuser, async (client) => {
    const { rows: tables } = await listTables(client, "'r', 'p'")
    expect(tables.length).toBeGreaterThan(50)
    await client.query('set session_replication_role = replica')
    for (const { name } of tables) await client.query(`delete from ${name}`)
    await client.query(`select nextval(format('%I.%I', schemaname, sequencename)) from pg_sequences`)
  })
  expect(await content()).not.toEqual(before)
  expect(await empty()).toBe(true)
  expect(await content()).toEqual(before)
})

test('a rollback leaves nothing, not even used sequence values', async () => {
  const { write, content, empty } = await copyShop()
  const before = await content()
  await write(`begin; ${staff} rollback`)
  expect(await content()).not.toEqual(before)
  expect(await empty()).toBe(true)
  expect(await content()).toEqual(before)
})

test('a table of many rows shrinks again', async () => {
  const { superuser, write, empty } = await copyShop()
  const size = () =>
    withClient(superuser, async (client) => (await client.query(`select pg_table_size('role') as size`)).rows[0].size)
  const before = await size()
  await write(`insert into role (name, permission, level) select 'r' || n, 'r' || n, 3 from generate_series(1, 9000) n`)
  expect(await size()).toBeGreaterThan(500_000)
  expect(await empty()).toBe(true)
  expect(await size()).toBeLessThan(before + 100_000)
})

test.for([
  ['adding a table', 'create table more (id int)'],
  ['switching a trigger off', 'alter table role disable trigger user'],
  ['dropping a table', 'drop table preference cascade'],
  ['gathering statistics', 'analyze role'],
])('after %s a database is not reused', async ([, statement]) => {
  const { owner, empty } = await copyShop()
  await owner(statement ?? '')
  expect(await empty()).toBe(false)
})

test('a temporary table ends with its connection and does not count as a schema change', async () => {
  const { superuser, empty } = await copyShop()
  await onDatabase(superuser, 'create temporary table mine (id int); insert into mine values (1)')
  expect(await empty()).toBe(true)
})

test('a database with an open connection is not emptied, as it could write into the next test', async () => {
  const { superuser, empty } = await copyShop()
  await withClient(superuser, () => expect(empty(50)).rejects.toThrow('left connected when its test ended'))
})
