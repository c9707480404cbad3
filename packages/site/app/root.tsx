import './app.css'
import './sign-in/session-handlers.ts'
import { use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { STORAGE_SCRIPT } from './data/browser-storage.ts'
import { readHasDemoContent, readIsDemoLoading, siteContext } from './data/site.ts'
import { useClickedPage } from './document/clicked-page.ts'
import { EARLY_INPUT_SCRIPT, useEarlyInput } from './document/early-input.ts'
import { ScriptNonce } from './document/nonce.ts'
import { SESSION_SCRIPT } from './session/session.ts'
import { IDENTITY } from './shared/identity.ts'
import { INTERFACE_LOCALE } from './shared/languages.ts'
import { toThemeColors } from './shared/theme-colors.ts'
import { BANNER_SCRIPT, EARLY_KEYS_SCRIPT } from './shell/header.tsx'
import { ErrorFallback } from './ui/feedback/notice.tsx'
import displayFont from './ui/fonts/bricolage-grotesque-latin.woff2?url'
import textFont from './ui/fonts/figtree-latin.woff2?url'
import { THEME_SCRIPT, useTheme } from './ui/theme/theme.tsx'

const PAPER = { light: toThemeColors('light').paper, dark: toThemeColors('dark').paper }

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { siteUrl, public: forBrowser } = site
  return {
    siteUrl,
    hasDemoContent: await readHasDemoContent(site),
    isDemoLoading: await readIsDemoLoading(site),
    paper: PAPER,
    ...forBrowser,
  }
}

/** The root data does not change during a visit. */
export const shouldRevalidate = () => false

/** The browser's build has no identity of its own. `<` could end the script. */
const IDENTITY_SCRIPT = `siteIdentity=${JSON.stringify(IDENTITY).replaceAll('<', '\\u003c')}`

/** Runs before the first paint. */
const INLINE_SCRIPT = `${IDENTITY_SCRIPT};${STORAGE_SCRIPT};${THEME_SCRIPT};${BANNER_SCRIPT};${SESSION_SCRIPT};${EARLY_INPUT_SCRIPT};${EARLY_KEYS_SCRIPT}`

const HUES = Object.fromEntries(
  Object.entries(IDENTITY.hues).map(([name, degrees]) => [`--hue-${name}`, degrees]),
)

export function Layout({ children }: { children: React.ReactNode }) {
  const theme = useTheme()
  return (
    // The theme script sets the attribute before hydration. If an extension has changed the page by
    // then, React creates the document again, and only with the attributes that are given here.
    <html
      lang={INTERFACE_LOCALE}
      style={HUES}
      data-theme={theme === 'system' ? undefined : theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants, and the operator's settings with < escaped. */}
        <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />
        {[textFont, displayFont].map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
          />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useEarlyInput()
  useClickedPage()
  return (
    <>
      <meta name="supabase-url" content={loaderData.supabaseUrl} />
      <meta name="supabase-key" content={loaderData.supabaseAnonKey} />
      {(['light', 'dark'] as const).map((theme) => (
        <meta
          key={theme}
          name="theme-color"
          data-theme={theme}
          media={`(prefers-color-scheme: ${theme})`}
          content={loaderData.paper[theme]}
        />
      ))}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = ErrorFallback
