import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'

/** Says where people get an access code. */
export default function CodeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title="How do I get a code?"
      onClose={onClose}
      actions={<Button onClick={onClose}>Got it</Button>}
    >
      <p>
        Libraries, schools and groups hand out codes. Ask the one that told you about {site.name}
        <Operator />.
      </p>
    </Dialog>
  )
}

function Operator() {
  const { contactEmail, hasContact } = site
  if (contactEmail !== '') {
    return (
      <>
        , or write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </>
    )
  }
  if (!hasContact) return null
  return (
    <>
      , or write to <a href={paths.contact}>the people who run this site</a>
    </>
  )
}
