import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Documents } from '../../app/data/site.ts'
import { renderDocument, summarizeDocument } from './render-document.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

/** The pictures of the documents. */
export const DOCUMENT_FOLDER = join(ROOT, 'docs')

/** Documents beside the folder, by the path that they have at /docs. */
const OTHERS: Readonly<Record<string, string>> = {
  readme: 'README.md',
  contract: 'packages/backend/docs/contract.md',
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  'code-of-conduct': 'CODE_OF_CONDUCT.md',
  disclosure: 'SECURITY.md',
}

/** The documents of the software. A document is read from the disk when a request names it. */
export function openDocuments(root = ROOT): Documents {
  const files = new Map([
    ...globSync('docs/**/*.md', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => [toPath(file), file] as const),
    ...Object.entries(OTHERS).filter(([, file]) => existsSync(join(root, file))),
  ])
  const paths = new Map([...files].map(([path, file]) => [file, path]))
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const toAddress = (file: string) => {
    const path = paths.get(file.replace(/^(docs\/(spec|decisions))\/?$/, '$1/README.md'))
    if (path !== undefined) return `/docs/${path}`
    return /^docs\/[\w-]+\.png$/.test(file) ? `/${file}` : undefined
  }
  return {
    list: () => [...files].map(([path, file]) => ({ path, ...summarizeDocument(read(file)) })),
    read(path) {
      const file = files.get(path)
      if (file === undefined) return undefined
      const text = read(file)
      return { path, ...summarizeDocument(text), ...renderDocument(file, text, toAddress) }
    },
  }
}

const toPath = (file: string) =>
  file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase()
