// The control for the budgets, in its own process: a bare Fastify and the bare driver on one prepared statement.
import Fastify from 'fastify'
import pg from 'pg'

const { text, values } = JSON.parse(process.env.CONTROL_STATEMENT ?? '{}')
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
app.get('/', async () => (await pool.query({ name: 'control', text, values })).rows)
console.log(await app.listen({ port: 0 }))
