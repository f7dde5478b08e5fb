import { t } from '#contract/kit/translate.ts'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { T } from '#web/kit/ui/T.tsx'

/** Says where people get an access code. */
export default function CodeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title={t('How do I get a code?')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Got it')}</Button>}
    >
      <p>
        <Explanation />
      </p>
    </Dialog>
  )
}

function Explanation() {
  const { name, contactEmail, hasContact } = site
  if (contactEmail !== '') {
    return (
      <T
        text="Libraries, schools and groups hand out codes. Ask the one that told you about {site}, or write to {email}."
        values={{ site: name, email: <a href={`mailto:${contactEmail}`}>{contactEmail}</a> }}
      />
    )
  }
  if (!hasContact) {
    return t('Libraries, schools and groups hand out codes. Ask the one that told you about {site}.', {
      site: name,
    })
  }
  return (
    <T
      text="Libraries, schools and groups hand out codes. Ask the one that told you about {site}, or write to <link>the people who run this site</link>."
      values={{ site: name, link: (content) => <a href={paths.contact}>{content}</a> }}
    />
  )
}
