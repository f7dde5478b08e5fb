import { TextButton } from './Button.tsx'
import { T } from './T.tsx'

type RetryTextProps = {
  /** The words in `<textButton>` load again what is missing. */
  text: string
  onRetry: () => void
}

/** Says within a page that a small part of it could not be loaded. A larger part has a `Failure`. */
export function RetryText({ text, onRetry }: RetryTextProps) {
  return (
    <T
      text={text}
      values={{ textButton: (content) => <TextButton onClick={onRetry}>{content}</TextButton> }}
    />
  )
}
