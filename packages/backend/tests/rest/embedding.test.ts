// PostgREST's page "Resource Embedding", example by example.

import { describe, expect, test } from 'vitest'
import { shareFilmsBackend } from '../support/databases/films.ts'

const films = await shareFilmsBackend()

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
      'of a relation that references itself, by its name: the rows that reference a row',
      'comments?id=eq.1&select=id,comments(id,comments(id))&comments.order=id',
      [
        {
          id: 1,
          comments: [
            { id: 2, comments: [{ id: 4 }] },
            { id: 3, comments: [] },
          ],
        },
      ],
    ],
    [
      'of a relation that references itself, by its column: the row that a row references',
      'comments?id=eq.4&select=parent:parent_id(id,parent_id(id))',
      [{ parent: { id: 2, parent_id: { id: 1 } } }],
    ],
    [
      'of a relation that references itself, by name and column',
      'comments?id=eq.2&select=answers:comments!parent_id(id)',
      [{ answers: [{ id: 4 }] }],
    ],
    [
      'by a column, which means the table and not its view',
      'films?id=eq.1&select=director_id(last_name)',
      [{ director_id: { last_name: 'Lumière' } }],
    ],
    [
      'of a view with a subselect',
      'films_view?id=eq.1&select=parts,directors(last_name)',
      [{ parts: 0, directors: { last_name: 'Lumière' } }],
    ],
    [
      'of a view of a view, both ways',
      'directors?id=eq.1&select=films_view_of_view(name,directors(id))',
      [{ films_view_of_view: [{ name: 'The Factory', directors: { id: 1 } }] }],
    ],
    [
      'many to many, by a junction that is a view',
      'directors?id=eq.2&select=addresses(city)',
      [{ addresses: [{ city: 'Paris' }] }],
    ],
    [
      'of a function’s rows',
      'rpc/best_films?id=eq.1&select=directors(id)',
      [{ directors: { id: 1 } }],
    ],
  ])('an embed %s returns its rows', async (_label, path, expected) => {
    expect(await films.getJson(path)).toEqual(expected)
  })

  test('an ambiguous embed returns 300 with every relationship', async () => {
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
    ['PGRST200', 'comments?select=comments!parent(*)'],
    ['PGRST200', 'films?select=directors!nothing(*)'],
    ['PGRST108', 'films?directors.id=eq.1'],
    ['PGRST108', 'films?select=directors(id)&directors.films.order=id'],
    ['PGRST108', 'films?select=id&order=directors(last_name)'],
    ['PGRST118', 'directors?select=films(id)&order=films(title)'],
    ['PGRST120', 'films?select=directors(id)&directors=eq.1'],
    ['PGRST123', 'films?select=rating.avg()'],
    ['PGRST123', 'films?select=title,count()'],
  ])('%s is returned for %s', async (code, path) => {
    const response = await films.get(path)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      code,
    ])
  })

  test('an embed with a typing error names the most similar relation', async () => {
    const readHint = async (path: string) =>
      ((await films.getJson(path)) as { hint: string | null }).hint
    expect(await readHint('films?select=director(*)')).toBe(
      "Perhaps you meant 'directors' instead of 'director'.",
    )
    // The name is right, and the hint is wrong.
    expect(await readHint('films?select=directors!nothing(*)')).toBeNull()
  })
})

describe('filters on embeds', () => {
  const readIds = async (path: string) =>
    ((await films.getJson(path)) as { id: number }[]).map(({ id }) => id)

  test('filter, order, limit and offset of an embed do not change the outer rows', async () => {
    expect(
      await films.getJson(
        'directors?order=id&select=id,films(id)&films.order=id.desc&films.limit=1&films.rating=not.is.null',
      ),
    ).toEqual([
      { id: 1, films: [{ id: 1 }] },
      { id: 2, films: [{ id: 3 }] },
      { id: 3, films: [] },
    ])
    expect(
      await films.getJson(
        'films?id=eq.2&select=roles(actors(id))&roles.order=actor_id&roles.offset=1',
      ),
    ).toEqual([{ roles: [{ actors: { id: 2 } }] }])
  })

  test('limit and offset apply to an embed of one row', async () => {
    const path = 'films?id=eq.1&select=id,directors(id)'
    expect(await films.getJson(`${path}&directors.offset=1`)).toEqual([{ id: 1, directors: null }])
    expect(await films.getJson(`${path}&directors.limit=5`)).toEqual([
      { id: 1, directors: { id: 1 } },
    ])
  })

  test('or applies inside an embed', async () => {
    expect(
      await films.getJson('directors?id=eq.2&select=films(id)&films.or=(year.eq.1902,rating.gt.9)'),
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
      'ordered by a column of a to-one embed',
      'films?select=id,directors(last_name)&order=directors(last_name).desc.nullslast,id.desc',
      [3, 2, 1, 4],
    ],
  ])('the filter %s chooses the outer rows', async (_label, path, expected) => {
    expect(await readIds(path)).toEqual(expected)
  })

  test('an embed without columns is not in the response', async () => {
    expect(await films.getJson('films?id=lt.3&select=actors()')).toEqual([{}, {}])
    expect(await films.getJson('directors?id=eq.1&select=id,films(actors())')).toEqual([{ id: 1 }])
    expect(await films.getJson('directors?select=id,films!inner(actors!inner())&order=id')).toEqual(
      [{ id: 2 }],
    )
    expect((await films.get('films?select=id,directors(orders())')).status).toBe(400)
    expect(await films.getJson('films?id=eq.1&select=id,...directors(films())')).toEqual([
      { id: 1 },
    ])
    expect(await films.getJson('films?id=eq.1&select=title,actors()')).toEqual([
      { title: 'The Factory' },
    ])
  })
})

describe('spread', () => {
  test.each([
    [
      'a column of a to-one embed',
      'films?id=eq.1&select=title,...directors(director:last_name)',
      [{ title: 'The Factory', director: 'Lumière' }],
    ],
    [
      'all columns of a to-one embed',
      'films?id=eq.1&select=...directors(*)',
      [{ id: 1, last_name: 'Lumière' }],
    ],
    [
      'through the junction',
      'films?id=eq.3&select=cast:roles(character,...actors(first_name))',
      [{ cast: [{ character: 'Barbenfouillis', first_name: 'Georges' }] }],
    ],
    [
      'columns of a to-many embed, as lists in the same order',
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
      'columns of a many-to-many embed inside another embed',
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
      'columns of a spread inside a spread',
      'roles?film_id=eq.3&select=character,...films(title,...directors(director:last_name))',
      [{ character: 'Barbenfouillis', title: 'The Moon', director: 'Méliès' }],
    ],
    [
      'lists of a spread to one inside a spread to many',
      'actors?id=eq.2&select=first_name,...films(titles:title,...directors(directors:last_name))&films.order=id',
      [
        {
          first_name: 'Georges',
          titles: ['The Castle', 'The Moon'],
          directors: ['Méliès', 'Méliès'],
        },
      ],
    ],
    [
      'nulls of a to-one embed without a row',
      'films?id=eq.4&select=id,...directors(director:last_name)',
      [{ id: 4, director: null }],
    ],
    [
      'a column of a to-many embed, as a list',
      'directors?id=eq.2&select=last_name,...films(titles:title)&films.order=title',
      [{ last_name: 'Méliès', titles: ['The Castle', 'The Moon'] }],
    ],
  ])('spread returns %s', async (_label, path, expected) => {
    expect(await films.getJson(path)).toEqual(expected)
  })
})

describe('count', () => {
  test.each([
    ['all rows', 'films?select=count', [{ count: 4 }]],
    ['matching rows', 'films?rating=gt.7&select=good:count', [{ good: 2 }]],
    [
      'embedded rows',
      'directors?order=id&select=films(count)',
      [{ films: [{ count: 1 }] }, { films: [{ count: 2 }] }, { films: [{ count: 0 }] }],
    ],
  ])('count returns the number of %s', async (_label, path, expected) => {
    expect(await films.getJson(path)).toEqual(expected)
  })
})
