import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { useTheme } from '../theme/theme.tsx'

let isShown = false

/** Renders the toasts once, outside of the page's React root: a navigation does not remove them. */
export function showToaster(): typeof toast {
  if (!isShown) {
    isShown = true
    const container = document.body.appendChild(document.createElement('div'))
    createRoot(container).render(<ToastRegion />)
  }
  return toast
}

const LOOK = {
  '--normal-bg': 'var(--card)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-card)',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
  fontFamily: 'var(--font-sans)',
} as React.CSSProperties

function ToastRegion() {
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      closeButton
      style={LOOK}
      toastOptions={{ className: 'text-sm!', classNames: { description: 'whitespace-pre-line' } }}
    />
  )
}
