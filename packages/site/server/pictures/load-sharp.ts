/** Loads sharp with the first picture: it and its image library would slow down each start. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are small, and pages need the processor more.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
