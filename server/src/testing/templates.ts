import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { buildApp } from '../app.ts'
import { categories } from '../areas/product/category/category.tables.ts'
import { adminUsers } from '../areas/staff/admin-user/admin-user.tables.ts'
import { prepareShop } from '../areas/staff/set-up/setup.service.ts'
import { readConfig } from '../config.ts'
import { migrateDatabase } from '../platform/data/connection/database.ts'
import { prepareEmptying, withClient } from './database/emptying.ts'
import { quickFolder } from './database/quick-folder.ts'

/** The super administrator of every shop that is set up. */
export const boss = { username: 'boss', password: 'Shop-Keeper-2026' }
export const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', PAGE_DATA_MS: '60000' }

/** The roles of a PostgreSQL: the server's, and the owner's, which may create databases. */
export type Roles = {
  url: string
  ownerUrl: string
  /** The superuser; without one, databases are dropped after each test instead of emptied. */
  superuserUrl: string | undefined
}
/** The names of the databases that tests copy: one with only the schema, one of a shop that is set up. */
export type Templates = { empty: string; shop: string }

/** Makes the databases that all tests of a run copy; `run` separates them from other runs on the same PostgreSQL. */
export async function makeTemplates(roles: Roles, run: string): Promise<Templates> {
  const names = { empty: `${run}_empty`, shop: `${run}_shop` }
  await makeEmpty(roles, names.empty)
  await onDatabase(roles.ownerUrl, `create database ${names.shop} template ${names.empty}`)
  await setUp(named(roles.url, names.shop))
  if (roles.superuserUrl) await prepareEmptying(named(roles.superuserUrl, names.shop))
  return names
}

/** Drops a run's templates and the databases its tests kept. */
export async function dropDatabases({ ownerUrl }: Roles, run: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`${run}_`],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}

/** Makes a database with the schema, in which the server's role has the same privileges as in production. */
async function makeEmpty({ ownerUrl, url }: Roles, name: string): Promise<void> {
  await onDatabase(ownerUrl, `create database ${name}`)
  const role = new URL(url).username
  const grants = ['select, insert, update, delete on tables', 'usage, select, update on sequences', 'usage on schemas']
  if (role !== new URL(ownerUrl).username)
    for (const grant of grants)
      await onDatabase(named(ownerUrl, name), `alter default privileges grant ${grant} to ${role}`)
  await migrateDatabase(named(ownerUrl, name))
}

/** Adds the defaults and the super administrator. */
async function setUp(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-shop-'))
  const first = { ADMIN_INITIAL_USERNAME: boss.username, ADMIN_INITIAL_PASSWORD: boss.password }
  const config = readConfig({ ...environment, ZHANGGUI_DATA: folder, ...first })
  const app = await buildApp({ config, databaseUrl })
  await prepareShop(app.ownContext())
  await app.platform.db.update(adminUsers).set({ mustChangePassword: false })
  // Tests begin with an empty catalogue.
  await app.platform.db.delete(categories).where(eq(categories.type, 1))
  await app.close()
  await rm(folder, { recursive: true })
}

/** Runs a statement on its own connection. */
export async function onDatabase(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}

/** The address of another database on the same PostgreSQL. */
export function named(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
