import { IDENTITY } from '../../../../app/shared/identity.ts'
import { Footer } from '../parts/footer.jsx'
import { Header } from '../parts/header.jsx'
import './empty.css'

const HUES = Object.fromEntries(
  Object.entries(IDENTITY.hues).map(([name, degrees]) => [`--hue-${name}`, degrees]),
)

export const viewport = { colorScheme: 'light dark' }

export default function Layout({ children }) {
  return (
    <html lang="en" style={HUES} suppressHydrationWarning>
      <head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <div className="flex min-h-dvh flex-col">
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-card focus:p-3"
          >
            Skip to content
          </a>
          <aside
            aria-label="About the data"
            className="border-b border-line bg-marker-soft px-4 py-1 text-center text-[0.8125rem] font-medium text-ink"
          >
            Demo data: figures are samples
          </aside>
          <Header />
          <main id="content" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
          <Footer />
        </div>
      </body>
    </html>
  )
}
