// Content that members add with supabase-js. Each function returns the id of a row.
import type { Database } from '../../../app/data/database.types.ts'
import { today } from '../../../app/ui/format/day.ts'
import type { TestMember } from './backend.ts'

type Insert<Name extends keyof Database['public']['Tables']> = Partial<
  Database['public']['Tables'][Name]['Insert']
>

/** Of a test of a backend or of a site. */
type Author = Pick<TestMember, 'client' | 'id'>

export async function addTool({ client }: Pick<Author, 'client'>, fields: Insert<'tools'> = {}) {
  const { data } = await client
    .from('tools')
    .insert({
      name: `Tool ${crypto.randomUUID()}`,
      slug: '',
      description: 'Boils water.',
      category: 'HR',
      ...fields,
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

export async function findTool({ client }: Pick<Author, 'client'>, slug: string) {
  const { data } = await client.from('tools').select('id').eq('slug', slug).single().throwOnError()
  return data.id
}

export async function addReview(
  { client, id }: Author,
  tool: string,
  fields: Insert<'reviews'> = {},
) {
  const { data } = await client
    .from('reviews')
    .insert({
      tool_id: tool,
      user_id: id,
      rating: 4,
      title: 'It boils',
      content: 'Not once did it drip.',
      ...fields,
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** Of today, by the author; the service key needs none. */
export async function addLaunch(
  { client, id }: Pick<Author, 'client'> & Partial<Author>,
  fields: Partial<Database['public']['Views']['product_launches']['Insert']> = {},
): Promise<string> {
  const { data } = await client
    .from('product_launches')
    .insert({
      tagline: 'Boils today',
      launch_date: today(),
      ...(id === undefined ? {} : { user_id: id }),
      ...fields,
    })
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

export async function addCompany({ client }: Pick<Author, 'client'>, name: string) {
  const { data } = await client
    .from('companies')
    .insert({ name })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}
