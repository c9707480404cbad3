import { Copy } from 'lucide-react'
import { useNavigate } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { copyLink } from '../../ui/feedback/copy-link.ts'
import { toastFailure, toastSuccess } from '../../ui/feedback/toast.ts'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import * as uiWords from '../../ui/words.ts'
import type { DescribedLaunch } from '../launch.ts'
import * as launchWords from '../words.ts'

/** What the maker of a launch can do with it (spec 7 §2). A launch that is over has no actions. */
export default function OwnLaunchActions({
  launch,
  isEditing = false,
}: {
  launch: DescribedLaunch
  isEditing?: boolean
}) {
  const { id, status, is_draft, tools } = launch
  const navigate = useNavigate()
  const withdraw = async () => {
    const supabase = await getSupabase()
    await sendCommand(supabase.from('product_launches').delete().eq('id', id))
    void toastSuccess(launchWords.ownWithdrawn)
    await navigate('/launches?tab=scheduled')
  }
  if (status === 'ended' && !is_draft) return null
  return (
    <div className="flex flex-wrap gap-3">
      {isEditing ? null : (
        <LinkButton to={`/launch/${id}/edit`} look="secondary">
          {launchWords.ownEdit}
        </LinkButton>
      )}
      {is_draft ? <CopyPreview id={id} /> : null}
      {is_draft || status === 'scheduled' || !tools ? (
        <ConfirmButton
          label={launchWords.ownWithdraw}
          title={launchWords.ownWithdrawTitle}
          text={launchWords.ownWithdrawText}
          cancelLabel={uiWords.keepIt}
          confirmLabel={launchWords.ownWithdraw}
          onConfirm={() => toastFailure(withdraw())}
        />
      ) : null}
    </div>
  )
}

/** Copies the link with which everybody sees a draft. */
function CopyPreview({ id }: { id: string }) {
  const copy = async () => {
    const path = await callFunction('launch_preview_link', { launch: id })
    await copyLink(location.origin + path)
  }
  return (
    <Button look="secondary" onClick={() => toastFailure(copy())}>
      <Copy aria-hidden size={16} /> {launchWords.previewCopy}
    </Button>
  )
}
