/** Messages in the corner; the library comes with the first of them. */
async function library() {
  return (await import('./toaster.tsx')).showToaster()
}

/** @param duration in milliseconds, where it is not the library's own */
export async function toastSuccess(
  title: string,
  description?: string,
  duration?: number,
): Promise<void> {
  const toast = await library()
  toast.success(title, { description, ...(duration ? { duration } : {}) })
}

export async function toastError(title: string, description?: string): Promise<void> {
  const toast = await library()
  toast.error(title, { description })
}
