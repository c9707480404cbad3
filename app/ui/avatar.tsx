import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { initials } from './initials.ts'

interface AvatarProps {
  name: string
  /** Shown only where it lies in the site's own storage: another host would learn who reads. */
  url?: string | null | undefined
  /** Edge in pixels. */
  size?: number
  isSquare?: boolean
}

const STORED = /\/storage\/v1\/object\/public\/(avatars|logos)\/[\w./-]+$/

/**
 * The address that a picture is loaded from.
 * @param backend a hosted backend's origin; empty where the site's own origin has it
 */
export function ownPicture(url: string | null | undefined, backend: string): string | undefined {
  const path = STORED.exec(url ?? '')?.[0]
  return path && !path.includes('..') ? backend + path : undefined
}

/** A person's picture, or a company's, over the initials, which stay where it cannot be had. */
export function Avatar({ name, url, size = 40, isSquare = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const path = ownPicture(url, root?.supabaseUrl ?? '')
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size * 0.36 }}
      className={`relative grid shrink-0 place-items-center overflow-hidden bg-sunken font-semibold ${isSquare ? 'rounded-xl' : 'rounded-full'}`}
    >
      {initials(name)}
      {path && path !== failed ? (
        <img
          src={path}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(path)}
        />
      ) : null}
    </span>
  )
}
