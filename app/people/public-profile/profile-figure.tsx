import { FigureLink } from '../../ui/links/figure-link.tsx'

interface ProfileFigureProps {
  figure: string
  /** The username; absent if only the viewer sees the figures. */
  of: string | undefined
  children: string
}

/** A figure of a profile, with a link to its query if visitors may see it. */
export const ProfileFigure = ({ figure, of, children }: ProfileFigureProps) =>
  of ? (
    <FigureLink figure={`profile-${figure}`} of={of}>
      {children}
    </FigureLink>
  ) : (
    children
  )
