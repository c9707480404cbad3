import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findInvalidVariables } from '@toolmark/site/server/environment.ts'
import { listVariables } from '@toolmark/site/server/environment-variables.ts'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'deploy', file), 'utf8')

const KNOWN = new Set(listVariables().map(({ name }) => name))

interface Compose {
  services: Record<string, { environment?: Record<string, string>; volumes?: string[] }>
  volumes: Record<string, unknown>
}

test('compose.yaml sets variables of the site, and has the volumes that it mounts', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Compose
  const set = Object.keys(services.site?.environment ?? {})
  expect(set.length).toBeGreaterThan(5)
  expect(set.filter((name) => !KNOWN.has(name))).toEqual([])
  const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own)
  expect(new Set(mounted.map((volume) => volume.split(':')[0]))).toEqual(
    new Set(Object.keys(volumes)),
  )
})

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { rules?: { http: { paths: { path: string }[] } }[] }
}

test('kubernetes.yaml has manifests without errors, and sets variables of the site', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const manifests = documents.map((each) => each.toJS() as Manifest)
  expect(manifests.map(({ kind }) => kind)).toEqual([
    ...['Secret', 'ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'],
    ...['Ingress', 'PersistentVolumeClaim', 'CronJob'],
  ])
  const set = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }))
  expect(set.length).toBeGreaterThan(7)
  expect(set.filter((name) => !KNOWN.has(name))).toEqual([])
})

test('kubernetes.yaml asks another pod for an asset that one lacks', () => {
  const paths = parseAllDocuments(read('kubernetes.yaml')).flatMap((each) => {
    const { metadata, spec } = each.toJS() as Manifest
    return (spec?.rules ?? []).flatMap(({ http }) =>
      http.paths.map(({ path }) => [
        path,
        metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-next-upstream'],
      ]),
    )
  })
  expect(paths).toEqual([
    ['/', undefined],
    ['/assets/', 'error timeout http_404'],
  ])
})

test('kubernetes.yaml does not start with the values that it has', () => {
  const values = parseAllDocuments(read('kubernetes.yaml')).flatMap((each) => {
    const { data, stringData } = each.toJS() as Manifest
    return Object.entries({ ...data, ...stringData })
  })
  const { JWT_SECRET, ...others } = Object.fromEntries(values)
  expect(findInvalidVariables({ JWT_SECRET })).toEqual([expect.stringContaining('JWT_SECRET is')])
  expect(findInvalidVariables(others).map((line) => line.split(' ')[0])).toEqual([
    ...['DATABASE_URL', 'S3_URL', 'SMTP_URL'],
  ])
})

test('every alert has an expression, a severity and a summary', () => {
  const { groups } = parse(read('monitoring/alerts.yaml')) as {
    groups: { rules: { expr: string; labels: object; annotations: object }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules).toHaveLength(11)
  for (const { expr, labels, annotations } of rules)
    expect([typeof expr, Object.keys(labels), Object.keys(annotations)]).toEqual([
      'string',
      ['severity'],
      ['summary'],
    ])
})
