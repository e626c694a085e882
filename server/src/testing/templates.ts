import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../app.ts'
import { adminUsers } from '../areas/staff/admin-user/admin-user.tables.ts'
import { prepareShop } from '../areas/staff/set-up/setup.service.ts'
import { readConfig } from '../config.ts'
import { migrateDatabase } from '../platform/data/database.ts'
import { quickFolder } from './quick-folder.ts'

/** The super administrator of every shop that is set up. */
export const boss = { username: 'boss', password: 'Shop-Keeper-2026' }
export const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0' }

/** The roles of a PostgreSQL: the server's, and the owner's who may create databases. */
export type Roles = { url: string; ownerUrl: string }
/** Names of the databases that tests copy: with the schema alone, and of a shop that is set up. */
export type Templates = { empty: string; shop: string }

/** Makes the databases that every test of a run copies. */
export async function makeTemplates(roles: Roles): Promise<Templates> {
  const names = { empty: `template_empty_${process.pid}`, shop: `template_shop_${process.pid}` }
  await makeEmpty(roles, names.empty)
  await onDatabase(roles.ownerUrl, `create database ${names.shop} template ${names.empty}`)
  await setUp(named(roles.url, names.shop))
  return names
}

export async function dropTemplates({ ownerUrl }: Roles, names: Templates): Promise<void> {
  for (const name of Object.values(names)) await onDatabase(ownerUrl, `drop database ${name}`)
}

/** The schema; the server's role may do in it what it may in production. */
async function makeEmpty({ ownerUrl, url }: Roles, name: string): Promise<void> {
  await onDatabase(ownerUrl, `create database ${name}`)
  const role = new URL(url).username
  const grants = ['select, insert, update, delete on tables', 'usage, select, update on sequences', 'usage on schemas']
  if (role !== new URL(ownerUrl).username)
    for (const grant of grants)
      await onDatabase(named(ownerUrl, name), `alter default privileges grant ${grant} to ${role}`)
  await migrateDatabase(named(ownerUrl, name))
}

/** The defaults and the super administrator. */
async function setUp(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-shop-'))
  const first = { ADMIN_INITIAL_USERNAME: boss.username, ADMIN_INITIAL_PASSWORD: boss.password }
  const config = readConfig({ ...environment, ZHANGGUI_DATA: folder, ...first })
  const app = await buildApp({ config, databaseUrl })
  await prepareShop(app.ownContext())
  await app.platform.db.update(adminUsers).set({ mustChangePassword: false })
  await app.close()
  await rm(folder, { recursive: true })
}

/** Runs a statement on a connection of its own. */
export async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same PostgreSQL. */
export function named(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
