import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from '../../platform/data/connection/pool.ts'
import { named, onDatabase } from '../templates.ts'
import { emptyDatabase } from './emptying.ts'
import { keepConnections } from './kept-connections.ts'

let copies = 0

/** Copies the prepared shop. Opens pools on it, whose connections are kept. */
async function copyShop() {
  const { url, ownerUrl, superuserUrl, run, templates } = inject('database')
  if (!superuserUrl) throw new Error('only a superuser can empty databases')
  const name = `${run}_${process.pid}_connections${++copies}`
  await onDatabase(ownerUrl, `create database ${name} template ${templates.shop} strategy file_copy`)
  const connections = keepConnections()
  onTestFinished(async () => {
    await connections.close()
    await onDatabase(ownerUrl, `drop database ${name}`)
  })
  return {
    connections,
    open: (max = 1) => openPool(named(url, name), max, { Client: connections.Client }),
    empty: () => emptyDatabase(named(superuserUrl, name), { goodbyeMs: 50, connections }),
  }
}

const processOf = async (pool: pg.Pool) => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid as number

test('a closed pool leaves its connection to the next, without what its session had set, locked or listened to', async () => {
  const { open, connections } = await copyShop()
  const first = open()
  const pid = await processOf(first)
  await first.query(
    `set statement_timeout = '1s'; select pg_advisory_lock(1); listen zhanggui; create temporary table mine ()`,
  )
  await first.end()
  expect(connections.idle()).toEqual([pid])
  await expect(first.query('select 1')).rejects.toThrow('after calling end')

  const second = open()
  expect(await processOf(second)).toBe(pid)
  const { rows } = await second.query(`
    select current_setting('statement_timeout') as timeout, to_regclass('mine') as mine,
      (select count(*) from pg_listening_channels()) as channels,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`)
  expect(rows).toEqual([{ timeout: '15s', mine: null, channels: 0, locks: 0 }])
  await second.end()
})

test('what watched the statements of a closed pool sees none of the next', async () => {
  const { open } = await copyShop()
  const seen: unknown[] = []
  const first = open()
  first.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      seen.push(input[0])
      return query(...input)
    }) as typeof client.query
  })
  await first.query('select 1')
  await first.end()
  const second = open()
  await second.query('select 2')
  await second.end()
  expect(seen).toEqual(['select 1'])
})

test('a connection that broke, or was given back in a transaction, is not kept', async () => {
  const { open, connections } = await copyShop()
  const pool = open(2)
  const busy = await pool.connect()
  const broken = await pool.connect()
  await busy.query('begin')
  await expect(broken.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  busy.release()
  broken.release()
  await pool.end()
  await expect.poll(connections.idle).toEqual([])
})

test('a kept connection that breaks is forgotten', async () => {
  const { open, connections } = await copyShop()
  const first = open()
  const pid = await processOf(first)
  await first.end()
  await onDatabase(inject('database').superuserUrl ?? '', `select pg_terminate_backend(${pid}, 5000)`)
  await expect.poll(connections.idle).toEqual([])
  const second = open()
  expect(await processOf(second)).not.toBe(pid)
  await second.end()
})

test('a database is emptied while idle connections are kept, but not while a pool still uses one', async () => {
  const { open, empty } = await copyShop()
  const pool = open()
  await pool.query('select 1')
  await expect(empty()).rejects.toThrow('left connected when its test ended: zhanggui')
  await pool.end()
  expect(await empty()).toBe(true)
})
