import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../platform/data/embedded/embedded-postgres.ts'
import { dropDatabases, makeTemplates, type Roles, type Templates } from '../templates.ts'
import { withClient } from './emptying.ts'
import { startPrepared } from './prepared-cluster.ts'
import { quickFolder } from './quick-folder.ts'

export type TestDatabase = Roles & { run: string; templates: Templates }

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

const PREFIX = 'zhanggui-test-'

/**
 * Starts one PostgreSQL for a test run in a temporary folder; tests get it by `inject('database')`. TEST_DATABASE_URL
 * names another one to use for all roles; its role must be allowed to create databases.
 */
export default async function setUpDatabase(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const roles = { url: given, ownerUrl: given, superuserUrl: (await isSuperuser(given)) ? given : undefined }
    const run = `test_${process.pid}`
    project.provide('database', { ...roles, run, templates: await makeTemplates(roles, run) })
    return () => dropDatabases(roles, run)
  }
  const home = quickFolder()
  await removeLeftOvers(home)
  const folder = await mkdtemp(join(home, `${PREFIX}${process.pid}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { stop, ...database } = await startPrepared(folder)
    project.provide('database', database)
    return () => stop().finally(remove)
  } catch (error) {
    await remove()
    throw error
  }
}

async function isSuperuser(url: string): Promise<boolean> {
  const find = (client: Client) =>
    client.query<{ yes: boolean }>('select rolsuper as yes from pg_roles where rolname = current_user')
  const { rows } = await withClient(url, find)
  return rows[0]?.yes ?? false
}

/** Cleans up after test runs that were killed: stops their databases and removes their folders. */
async function removeLeftOvers(home: string) {
  for (const name of await readdir(home)) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    const folder = join(home, name)
    if (!name.startsWith(PREFIX) || isRunning(pid) || (await stat(folder)).uid !== process.getuid?.()) continue
    try {
      // Starting stops an orphaned database.
      const database = await startEmbeddedPostgres({ folder, throwaway: true })
      await database.stop()
      await rm(folder, { recursive: true, maxRetries: 5, retryDelay: 200 })
    } catch (error) {
      // It may still be stopping: the next run tries again.
      process.emitWarning(`${folder} was not cleaned up: ${(error as Error).message}`)
    }
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
