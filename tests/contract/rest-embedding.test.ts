// PostgREST's page "Resource Embedding", example by example.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilmsBackend, startFilmsBackend } from '../support/films.ts'

let films: FilmsBackend
beforeAll(async () => {
  films = await startFilmsBackend()
})
afterAll(async () => {
  expect(films.logged).toEqual([])
  await films.close()
})

describe('relationships', () => {
  test.each([
    [
      'many to one',
      'films?id=eq.1&select=title,directors(last_name)',
      [{ title: 'The Factory', directors: { last_name: 'Lumière' } }],
    ],
    [
      'many to one without a row',
      'films?id=eq.4&select=id,directors(id)',
      [{ id: 4, directors: null }],
    ],
    [
      'one to many',
      'directors?id=eq.2&select=last_name,films(id)&films.order=id',
      [{ last_name: 'Méliès', films: [{ id: 2 }, { id: 3 }] }],
    ],
    ['one to many without rows', 'directors?id=eq.3&select=films(id)', [{ films: [] }]],
    [
      'one to one, both ways',
      'films?id=eq.1&select=technical_specs(camera,films(id))',
      [{ technical_specs: { camera: 'Cinématographe', films: { id: 1 } } }],
    ],
    [
      'many to many',
      'actors?id=eq.2&select=films(title)&films.order=title',
      [{ films: [{ title: 'The Castle' }, { title: 'The Moon' }] }],
    ],
    [
      'many to many, by its junction',
      'films?id=eq.3&select=cast:actors!roles(first_name)',
      [{ cast: [{ first_name: 'Georges' }] }],
    ],
    [
      'nested, through the junction',
      'actors?id=eq.1&select=roles(character,films(title))',
      [{ roles: [{ character: 'Lady', films: { title: 'The Castle' } }] }],
    ],
    [
      'by the foreign key’s name, and by its column',
      'orders?select=billing(city),to:shipping_id(city)',
      [{ billing: { city: 'Paris' }, to: { city: 'Lyon' } }],
    ],
    [
      'by hint, from either side',
      'addresses?id=eq.2&select=b:orders!billing(id),s:orders!shipping_id(id)',
      [{ b: [], s: [{ id: 1 }] }],
    ],
    [
      'computed, to one and to many',
      'films?id=eq.3&select=maker(last_name),siblings(id)',
      [{ maker: { last_name: 'Méliès' }, siblings: [{ id: 2 }] }],
    ],
    [
      'of a function’s rows',
      'rpc/best_films?id=eq.1&select=directors(id)',
      [{ directors: { id: 1 } }],
    ],
  ])('%s', async (_name, path, expected) => {
    expect(await films.json(path)).toEqual(expected)
  })

  test('ambiguous: 300, with every way named', async () => {
    const response = await films.get('orders?select=*,addresses(*)')
    expect(response.status).toBe(300)
    expect(await response.json()).toEqual({
      code: 'PGRST201',
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'orders with addresses',
          relationship: 'billing using orders(billing_id) and addresses(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'orders with addresses',
          relationship: 'shipping using orders(shipping_id) and addresses(id)',
        },
      ],
      hint: "Try changing 'addresses' to one of the following: 'addresses!billing', 'addresses!shipping'. Find the desired relationship in the 'details' key.",
      message:
        "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
    })
  })

  test.each([
    ['PGRST200', 'films?select=orders(*)'],
    ['PGRST200', 'films?select=directors!nothing(*)'],
    ['PGRST108', 'films?directors.id=eq.1'],
    ['PGRST108', 'films?select=directors(id)&directors.films.order=id'],
    ['PGRST108', 'films?select=id&order=directors(last_name)'],
    ['PGRST118', 'directors?select=films(id)&order=films(title)'],
    ['PGRST120', 'films?select=directors(id)&directors=eq.1'],
    ['PGRST123', 'films?select=rating.avg()'],
    ['PGRST123', 'films?select=title,count()'],
  ])('%s: %s', async (code, path) => {
    const response = await films.get(path)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      code,
    ])
  })

  test('spec 2 §7: a review has one reviewer, whoever voted for it', async () => {
    const response = await films.get('reviews?select=id,profiles(username)')
    expect(response.status).toBe(200)
  })
})

describe('narrowing what is embedded, and what it is embedded in', () => {
  const ids = async (path: string) =>
    ((await films.json(path)) as { id: number }[]).map(({ id }) => id)

  test('filters, order, limit and offset inside leave the rows above alone', async () => {
    expect(
      await films.json(
        'directors?order=id&select=id,films(id)&films.order=id.desc&films.limit=1&films.rating=not.is.null',
      ),
    ).toEqual([
      { id: 1, films: [{ id: 1 }] },
      { id: 2, films: [{ id: 3 }] },
      { id: 3, films: [] },
    ])
    expect(
      await films.json(
        'films?id=eq.2&select=roles(actors(id))&roles.order=actor_id&roles.offset=1',
      ),
    ).toEqual([{ roles: [{ actors: { id: 2 } }] }])
  })

  test('an or inside', async () => {
    expect(
      await films.json('directors?id=eq.2&select=films(id)&films.or=(year.eq.1902,rating.gt.9)'),
    ).toEqual([{ films: [{ id: 3 }] }])
  })

  test.each([
    ['!inner', 'films?order=id&select=id,actors!inner(id)&actors.first_name=eq.Jehanne', [2]],
    ['not.is.null', 'films?order=id&select=id,actors(id)&actors=not.is.null', [2, 3]],
    ['is.null, an anti-join', 'films?order=id&select=id,actors()&actors=is.null', [1, 4]],
    [
      'or over several',
      'films?order=id&select=id,actors(),directors()&or=(actors.is.null,directors.is.null)&directors.id=eq.2',
      [1, 4],
    ],
    [
      'nested inner',
      'directors?order=id&select=id,films!inner(actors!inner(id))&films.actors.id=eq.1',
      [2],
    ],
    [
      'ordered by a column of the one',
      'films?select=id,directors(last_name)&order=directors(last_name).desc.nullslast,id.desc',
      [3, 2, 1, 4],
    ],
  ])('%s', async (_name, path, expected) => {
    expect(await ids(path)).toEqual(expected)
  })

  test('an empty embed is not shown', async () => {
    expect(await films.json('films?id=lt.3&select=actors()')).toEqual([{}, {}])
    expect(await films.json('directors?id=eq.1&select=films(actors())')).toEqual([{ films: [{}] }])
    expect(await films.json('films?id=eq.1&select=id,...directors(films())')).toEqual([{ id: 1 }])
    expect(await films.json('films?id=eq.1&select=title,actors()')).toEqual([
      { title: 'The Factory' },
    ])
  })
})

describe('spread', () => {
  test.each([
    [
      'a column of the one',
      'films?id=eq.1&select=title,...directors(director:last_name)',
      [{ title: 'The Factory', director: 'Lumière' }],
    ],
    [
      'all columns of the one',
      'films?id=eq.1&select=...directors(*)',
      [{ id: 1, last_name: 'Lumière' }],
    ],
    [
      'through the junction',
      'films?id=eq.3&select=cast:roles(character,...actors(first_name))',
      [{ cast: [{ character: 'Barbenfouillis', first_name: 'Georges' }] }],
    ],
    [
      'columns of many, as lists that agree',
      'directors?id=eq.2&select=id,...films(titles:title,ratings:rating,actors(id))&films.order=rating.asc.nullsfirst&films.actors.order=id',
      [
        {
          id: 2,
          titles: ['The Castle', 'The Moon'],
          ratings: [null, 9],
          actors: [[{ id: 1 }, { id: 2 }], [{ id: 2 }]],
        },
      ],
    ],
    [
      'columns of many over a junction, inside another',
      'directors?id=eq.2&select=films(id,...actors(ids:id,names:first_name))&films.order=id&films.actors.order=id',
      [
        {
          films: [
            { id: 2, ids: [1, 2], names: ['Jehanne', 'Georges'] },
            { id: 3, ids: [2], names: ['Georges'] },
          ],
        },
      ],
    ],
    [
      'a column of many, as a list',
      'directors?id=eq.2&select=last_name,...films(titles:title)&films.order=title',
      [{ last_name: 'Méliès', titles: ['The Castle', 'The Moon'] }],
    ],
  ])('%s', async (_name, path, expected) => {
    expect(await films.json(path)).toEqual(expected)
  })
})

describe('counted', () => {
  test.each([
    ['all', 'films?select=count', [{ count: 4 }]],
    ['those that match', 'films?rating=gt.7&select=good:count', [{ good: 2 }]],
    [
      'embedded',
      'directors?order=id&select=films(count)',
      [{ films: [{ count: 1 }] }, { films: [{ count: 2 }] }, { films: [{ count: 0 }] }],
    ],
  ])('%s', async (_name, path, expected) => {
    expect(await films.json(path)).toEqual(expected)
  })
})
