import { useRevalidator } from 'react-router'
import * as dataWords from '../../data/words.ts'
import { useSession } from '../../session/session.ts'
import { isAreaOn } from '../../shared/areas.ts'
import { Button } from '../../ui/button.tsx'
import { toastSignIn } from '../../ui/feedback/toast.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { VoteButton } from '../../votes/vote-button.tsx'
import * as peopleWords from '../words.ts'

interface FollowTarget {
  kind: 'user' | 'company'
  id: string
  name: string
}

/** Follows or unfollows a person or a company. Hidden on the member's own profile (spec 1 §4). */
export function FollowButton({ target: { kind, id, name } }: { target: FollowTarget }) {
  const { user } = useSession()
  const { revalidate } = useRevalidator()
  if (user?.id === id || (kind === 'user' && !isAreaOn('profiles'))) return null
  return (
    <VoteButton
      kind={`follow ${kind}`}
      loadSource={() => import('./follow-votes.ts').then(({ followVotes }) => followVotes[kind])}
      id={id}
      ids={[id]}
      count={0}
      // Updates the number of followers on the page.
      onChanged={revalidate}
      onSignedOutPress={() =>
        void toastSignIn(dataWords.failureSignedOut, undefined, peopleWords.signedOutMore[kind])
      }
    >
      {({ isMine }, press) => (
        <Button look={isMine ? 'secondary' : 'primary'} {...press}>
          <span>
            <Rich
              text={isMine ? peopleWords.unfollow[kind] : peopleWords.followFollow}
              parts={{ name, hidden }}
            />
          </span>
        </Button>
      )}
    </VoteButton>
  )
}
