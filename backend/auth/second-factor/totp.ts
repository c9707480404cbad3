import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a code is shown (RFC 6238 §5.2), and how many steps clocks may differ. */
const PERIOD_SECONDS = 30
const MAX_DRIFT_STEPS = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6 without padding, the format of a secret for authenticator apps. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const whole = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)))
}

export const stepAt = (ms: number) => Math.floor(ms / 1000 / PERIOD_SECONDS)

/** The six digits of a time step: RFC 4226 §5.3 with SHA-1, as in authenticator apps. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * Finds the time step of a code. A code counts once, and only after the last accepted step (RFC 6238
 * §5.2). If the clock was set back since then, every unused step counts.
 * @returns nothing for a wrong or used code
 */
export function findStep(
  secret: string,
  code: string,
  { last_step, used_steps }: { last_step: number; used_steps: readonly number[] },
  now = Date.now(),
) {
  if (!/^\d{6}$/.test(code)) return undefined
  const steps = [-MAX_DRIFT_STEPS, 0, MAX_DRIFT_STEPS].map((drift) => stepAt(now) + drift)
  const isRight = (step: number) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
  const isBehind = last_step > stepAt(now) + MAX_DRIFT_STEPS
  const isFree = (step: number) => (isBehind || step > last_step) && !used_steps.includes(step)
  return steps.find((step) => isFree(step) && isRight(step))
}
