// The SQL statement that the backend builds for an anonymous list, with only a pool and Hono.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const STATEMENT = `with source as (
    select t.id, t.name, t.slug, t.description, t.rating_average from public.tools t order by t.name limit 12
  ) select coalesce(json_agg(source), '[]')::text as body, count(*) as row_count from source`

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = new Hono().get('/', async (c) => {
  const { rows } = await pool.query<{ body: string }>({ name: 'list', text: STATEMENT })
  return c.body(rows[0]?.body ?? '', 200, { 'Content-Type': 'application/json; charset=utf-8' })
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () =>
  console.log('bare'),
)
