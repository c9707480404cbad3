/** A path of this site, or home: an address must not lead a fresh sign-in elsewhere. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : '/'
}
