import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

let isShown = false

/** Puts the corner on the page once, outside the app's own tree, so that it outlives navigation. */
export function showToaster(): typeof toast {
  if (!isShown) {
    isShown = true
    const corner = document.body.appendChild(document.createElement('div'))
    createRoot(corner).render(<Toaster theme="system" position="bottom-right" closeButton />)
  }
  return toast
}
