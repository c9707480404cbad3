import { initials } from '../ui/initials.ts'

const TINTS = [
  'bg-[oklch(0.5_0.12_262)]',
  'bg-[oklch(0.5_0.12_200)]',
  'bg-[oklch(0.48_0.1_152)]',
  'bg-[oklch(0.5_0.13_30)]',
  'bg-[oklch(0.48_0.15_310)]',
  'bg-[oklch(0.48_0.1_75)]',
]

interface ToolLogoProps {
  name: string
  logoUrl: string | null
  /** Edge in pixels. */
  size?: number
}

/**
 * A logo of this origin, else the tool's initials on a tint of its own: a picture from elsewhere
 * would tell its host who reads what here.
 */
export function ToolLogo({ name, logoUrl, size = 48 }: ToolLogoProps) {
  if (logoUrl?.startsWith('/')) {
    return (
      <img src={logoUrl} alt="" width={size} height={size} loading="lazy" className="rounded-xl" />
    )
  }
  const tint =
    TINTS[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS.length]
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      className={`grid shrink-0 place-items-center rounded-xl font-semibold text-white ${tint}`}
    >
      {initials(name)}
    </span>
  )
}
