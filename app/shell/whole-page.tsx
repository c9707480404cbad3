import { type EntryContext, ServerRouter } from 'react-router'
import { keepTexts } from './keep-texts.tsx'
import { KeptText } from './kept-text.ts'
import { ScriptMark } from './script-mark.ts'

export interface WholePageProps {
  context: EntryContext
  url: string
  scriptMark: string
}

const textOf = keepTexts()

/** A page as the server renders it. */
export const WholePage = ({ context, url, scriptMark }: WholePageProps) => (
  <ScriptMark value={scriptMark}>
    <KeptText value={textOf}>
      <ServerRouter context={context} url={url} nonce={scriptMark} />
    </KeptText>
  </ScriptMark>
)
