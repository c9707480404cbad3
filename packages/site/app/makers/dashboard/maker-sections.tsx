import { useMadeTools } from '../maker-data.ts'
import { Invitations } from './invitations.tsx'
import { MakerTools } from './maker-tools.tsx'
import { ReviewsToAnswer } from './reviews-to-answer.tsx'

export interface MakerCompany {
  id: string
  name: string
}

interface MakerSectionsProps {
  company: MakerCompany
  userId: string
  isAdmin: boolean
  /** Whether the viewer acts for the company. */
  isConfirmed: boolean
}

/** The tools of a company, and what its confirmed members do with their reviews (spec 6). */
export function MakerSections({ company, userId, isAdmin, isConfirmed }: MakerSectionsProps) {
  const { data: tools, isError, refetch } = useMadeTools(company.id)
  return (
    <>
      <MakerTools
        tools={tools}
        hasFailed={isError}
        onRetry={() => void refetch()}
        company={company}
        userId={userId}
        isAdmin={isAdmin}
        isConfirmed={isConfirmed}
      />
      {isConfirmed && tools && tools.length > 0 ? (
        <>
          <ReviewsToAnswer company={company} tools={tools} />
          <Invitations tools={tools} />
        </>
      ) : null}
    </>
  )
}
