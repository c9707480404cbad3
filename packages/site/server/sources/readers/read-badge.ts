import { findLicenses } from './find-licenses.ts'

/** Whether an address is that of a repository on a host of code. */
export const isRepository = (address: string): boolean =>
  /^https?:\/\/(www\.)?(github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\/[\w.-]+\/[\w.-]+\/?$/i.test(
    address,
  )

/** Badges of https://shields.io: `/github/stars/{owner}/{name}` and `/badge/license-MIT-blue`. */
const REPOSITORY_BADGE = /^\/(github|gitlab)\/(?:[\w-]+\/)+?([\w.-]+\/[\w.-]+?)(?:\.svg)?$/
const LICENSE_BADGE = /^\/badge\/licen[sc]e-(.+)-[\w]+$/i

/** The facts that a badge shows. */
export function readBadge({ url }: { url: string }): { license?: string; repository?: string } {
  if (!URL.canParse(url)) return {}
  const { hostname, pathname } = new URL(url)
  if (!hostname.endsWith('shields.io')) return {}
  const [, host, name] = REPOSITORY_BADGE.exec(pathname) ?? []
  if (host && name) return { repository: `https://${host}.com/${name}` }
  const [, written] = LICENSE_BADGE.exec(pathname) ?? []
  const license =
    written && findLicenses(decodeURIComponent(written).replaceAll('--', '-').replaceAll('_', ' '))
  return license ? { license } : {}
}
