import './app.css'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { siteContext } from './data/site.ts'
import { ErrorFallback } from './shell/error-fallback.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase, siteUrl, public: forBrowser, log } = context.get(siteContext)
  const { data: hasDemoContent, error } = await supabase.rpc('has_demo_content')
  if (error) log(error)
  return { siteUrl, hasDemoContent: hasDemoContent === true, ...forBrowser }
}

/** What every page needs does not change while someone reads. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
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
  return (
    <>
      <meta name="supabase-url" content={loaderData.supabaseUrl} />
      <meta name="supabase-key" content={loaderData.supabaseAnonKey} />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorFallback />
}
