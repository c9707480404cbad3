import { join } from 'node:path'
import { createUpgradeListener, type HttpListener } from '@toolmark/backend/server/listen.ts'
import { logError } from '@toolmark/backend/server/log.ts'
import { pageParameters } from '../../app/shared/page-table.ts'
import { serveIcons } from '../branding/icons.ts'
import { openDocuments } from '../documents/documents.ts'
import { openDumps } from '../dumps/serve-dumps.ts'
import type { Environment } from '../environment.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { createPageCache, type PageCache } from '../page-cache/page-cache.ts'
import type { Purger } from '../page-cache/purge.ts'
import { createPictures } from '../pictures/pictures.ts'
import { redirectPastedLinks } from '../rendering/pasted-links.ts'
import { BUILD, loadSite, type SiteOptions } from '../rendering/site.ts'
import type { Branding } from './start-site.ts'

interface ServedSite
  extends Pick<AppOptions, 'ping' | 'isDraining' | 'metrics' | 'siteUrl' | 'sources'>,
    Partial<Pick<AppOptions, 'backend' | 'outbox'>> {
  branding: Branding
  supabase: SiteOptions['supabase']
  visitorClient: SiteOptions['visitorClient']
  /** What the browser may know. */
  public: SiteOptions['public']
  /** Of a cache in front of the site. */
  purger?: Purger | undefined
  /** For a backend that announces no changes: how long a page is fresh, in milliseconds. */
  pageLifetime?: number
}

/** Serves pages, pictures, assets and the embedded backend, if there is one, on an open port. */
export async function serveSite(
  environment: Environment,
  listener: HttpListener,
  {
    branding,
    supabase,
    visitorClient,
    public: forBrowser,
    pageLifetime,
    purger,
    ...site
  }: ServedSite,
): Promise<PageCache> {
  const dumps = openDumps(environment, branding.dataLicense)
  const render = await loadSite({
    supabase,
    visitorClient,
    siteUrl: site.siteUrl,
    public: forBrowser,
    hasDesignPage: environment.DESIGN_PAGE === 'on',
    texts: branding.texts,
    documents: openDocuments(),
    openData: dumps.openData,
    log: logError,
  })
  const pages = createPageCache({
    render: redirectPastedLinks(render),
    parametersOf: pageParameters,
    origin: site.siteUrl,
    purger,
    ...(pageLifetime ? { lifetime: pageLifetime } : {}),
  })
  const pictures = createPictures({
    supabase,
    folder: join(environment.DATA_DIR, 'pictures'),
    logoService: environment.LOGO_SERVICE === 'off' ? undefined : environment.LOGO_SERVICE,
    testHosts: environment.CLAIM_TEST_HOSTS,
    log: logError,
  })
  const app = createApp({
    ...site,
    pictures,
    dumps: dumps.routes,
    ...(branding.icon ? { icons: serveIcons(branding.icon) } : {}),
    site: pages.fetch,
    trustedProxies: environment.TRUSTED_PROXIES,
    assets: join(BUILD, 'client'),
    metricsToken: environment.METRICS_TOKEN,
  })
  listener.attach(
    app,
    site.metrics.watchPages(pages.answer),
    site.backend && createUpgradeListener(site.backend, environment.TRUSTED_PROXIES),
  )
  return pages
}
