import { startTestBackend, type TestBackend } from './backend.ts'

/** A small catalogue with every kind of relationship, beside the product's own tables. */
const FILMS = `
create table directors (id int primary key, last_name text);
create table films (
  id int primary key, title text not null, year int default 1900, rating numeric(3,1), language text,
  director_id int references directors (id), facts jsonb not null default '{}', tags text[] not null default '{}',
  shown tstzrange, made timestamptz
);
create table technical_specs (film_id int primary key references films (id), camera text);
create table actors (id int primary key, first_name text, last_name text);
create table roles (
  film_id int references films (id), actor_id int references actors (id), character text,
  primary key (film_id, actor_id)
);
create table addresses (id int primary key, city text);
create table orders (
  id int primary key,
  billing_id int, shipping_id int,
  constraint billing foreign key (billing_id) references addresses (id),
  constraint shipping foreign key (shipping_id) references addresses (id)
);
insert into directors values (1, 'Lumière'), (2, 'Méliès'), (3, 'Nobody yet');
insert into films (id, title, year, rating, language, director_id, facts, tags, shown, made) values
  (1, 'The Factory', 1895, 7.5, 'none', 1, '{"minutes": 1, "by": {"name": "L"}}', '{short,first}', '[1895-03-01,1895-04-01)', '1895-03-19T12:00:00Z'),
  (2, 'The Castle', 1896, null, 'none', 2, '{"minutes": 3}', '{short}', '[1896-01-01,1897-01-01)', '1896-12-24T20:00:00Z'),
  (3, 'The Moon', 1902, 9.0, 'french', 2, '{"minutes": 14}', '{}', null, null),
  (4, 'Orphan, "the"', 1910, 5.0, null, null, '{}', '{}', null, null);
insert into technical_specs values (1, 'Cinématographe');
insert into actors values (1, 'Jehanne', 'd''Alcy'), (2, 'Georges', 'Méliès');
insert into roles values (2, 1, 'Lady'), (2, 2, 'Devil'), (3, 2, 'Barbenfouillis');
insert into addresses values (1, 'Paris'), (2, 'Lyon');
insert into orders values (1, 1, 2);

create function full_name(actors) returns text language sql stable as $$ select $1.first_name || ' ' || $1.last_name $$;
create function siblings(films) returns setof films language sql stable
  as $$ select * from films where director_id = $1.director_id and id <> $1.id $$;
create function maker(films) returns setof directors rows 1 language sql stable
  as $$ select * from directors where id = $1.director_id $$;
create function add_them(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function mult_them(json) returns int language sql immutable as $$ select ($1->>'x')::int * ($1->>'y')::int $$;
create function echo_text(text) returns text language sql immutable as $$ select $1 $$;
create function plus_one(variadic v int[]) returns int[] language sql immutable as $$ select array_agg(n + 1) from unnest(v) n $$;
create function first_of(jsonb) returns jsonb language sql immutable as $$ select coalesce($1 -> 0, $1) $$;
create function told(big bigint default null, exact numeric default null, words text default null, doc jsonb default null,
  raw json default null, letters char(5) default null, parts text[] default null, film films default null)
  returns json language sql stable as $$ select json_build_object('big', big::text, 'exact', exact::text, 'words', words,
    'doc', doc, 'raw', raw::text, 'letters', letters, 'parts', parts, 'film', film.title) $$;
create function twice(n int) returns int language sql immutable as $$ select n * 2 $$;
create function twice(n text) returns text language sql immutable as $$ select n || n $$;
create function best_films() returns setof films language sql stable as $$ select * from films where rating > 7 $$;
create function one_film(which int) returns films language sql stable as $$ select * from films where id = which $$;
create function numbers() returns setof int language sql stable as $$ values (1), (2), (3) $$;
create function nothing() returns void language sql as $$ select $$;
create function null_word() returns text language sql stable as $$ select null::text $$;
create function teapot() returns void language plpgsql security definer set search_path = '' as $$ begin
  perform set_config('response.status', '418', true);
  perform set_config('response.headers', '[{"X-Brewed": "tea"}]', true);
end $$;
create function refuse() returns void language plpgsql as $$ begin
  raise sqlstate 'PT402' using message = 'Payment Required', detail = 'Quota exceeded', hint = 'Upgrade';
end $$;
create function refuse_wholly() returns void language plpgsql as $$ begin
  raise sqlstate 'PGRST' using
    message = '{"code":"123","message":"Payment Required","details":"Quota exceeded","hint":"Upgrade"}',
    detail = '{"status":402,"headers":{"X-Refused":"yes"}}';
end $$;
create schema archive;
grant usage on schema archive to anon;
create table archive.reels (id int primary key, label text);
insert into archive.reels values (1, 'nitrate');
grant select on archive.reels to anon;
grant select, insert, update, delete on directors, films, technical_specs, actors, roles, addresses, orders to anon;
grant execute on function full_name, siblings, maker, add_them, mult_them, first_of, told, echo_text, plus_one, twice(int), twice(text),
  best_films, one_film, numbers, nothing, null_word, teapot, refuse, refuse_wholly to anon;
`

export interface FilmsBackend extends TestBackend {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** The parsed answer of a GET. */
  json(path: string, headers?: Record<string, string>): Promise<unknown>
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** A backend whose public schema also holds the films, open to everybody. */
export async function startFilmsBackend(
  change?: Parameters<typeof startTestBackend>[0],
): Promise<FilmsBackend> {
  const backend = await startTestBackend(change)
  await backend.db.database.transactionAsOwner((db) => db.query(FILMS))
  const at = (path: string) => `${backend.url}/rest/v1/${path}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(at(path), { headers: { apikey: backend.anonKey, ...headers } })
  return Object.assign(backend, {
    get,
    json: async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).json(),
    send: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(at(path), {
        method,
        headers: { apikey: backend.anonKey, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  })
}
