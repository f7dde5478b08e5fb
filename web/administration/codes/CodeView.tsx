import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Copy, Printer } from 'lucide-react'
import { useState } from 'react'
import { type AccessCode, type CodeMember, listInvitationCards } from '#contract/administration/codes.ts'
import { t } from '#contract/kit/translate.ts'
import { cardsPath, memberPath, tabPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { copyText } from '#web/kit/copyText.ts'
import { useFocusOn, useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { AlertDialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { QrCode } from '#web/kit/ui/QrCode.tsx'
import { useCodeMembers, useRevokeCode } from './actions.ts'
import { expiryOf, stateNames, stateTones, usesOf } from './labels.ts'

/** Shows one access code with the members who joined with it. */
export function CodeView({ code }: { code: string }) {
  const query = useCodeMembers(code)
  const pages = query.data?.pages ?? []
  const latestPage = pages.at(-1)
  // A revocation removes the pressed button, so the focus goes to the heading again.
  const isRevoked = latestPage?.code.state === 'revoked'
  const heading = useFocusOn<HTMLHeadingElement>(latestPage && (isRevoked ? 'revoked' : 'loaded'))
  return (
    <div className={styles.list}>
      <Link className={styles.back} to={tabPath('codes')}>
        <ArrowLeft aria-hidden="true" />
        {t('All codes')}
      </Link>
      <PagedContent query={query} failureTitle={t('The code could not be loaded')}>
        {latestPage && (
          <article className={`card ${styles.panel}`} aria-label={t('Code {code}', { code })}>
            <header className={styles.head}>
              <h2 ref={heading} tabIndex={-1} className={styles.code}>
                {code}
              </h2>
              <Badge tone={stateTones[latestPage.code.state]}>{stateNames[latestPage.code.state]}</Badge>
            </header>
            <Facts code={latestPage.code} formerMembers={latestPage.former_members} />
            {latestPage.code.state === 'usable' && (
              <>
                <Invitation code={code} />
                <RevokeButton code={latestPage.code} />
              </>
            )}
            <Members members={pages.flatMap((page) => page.members)} pageCount={pages.length} />
          </article>
        )}
      </PagedContent>
    </div>
  )
}

function Facts({ code, formerMembers }: { code: AccessCode; formerMembers: number }) {
  const facts = [
    [t('Uses'), usesOf(code)],
    [t('Uses left'), code.state === 'usable' ? formatNumber(code.max_uses - code.uses) : t('None')],
    [t('Expiry'), expiryOf(code)],
    [t('Issued'), formatDate(code.created_at)],
    [t('Accounts deleted since'), formatNumber(formerMembers)],
  ]
  return (
    <>
      {code.note !== '' && <p className={styles.note}>{code.note}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The link and the QR code that bring somebody to the registration form with the code filled in. */
function Invitation({ code }: { code: string }) {
  const { data } = useQuery(queryFor(listInvitationCards, { codes: code }))
  const [card] = data?.cards ?? []
  if (!card) {
    return null
  }
  return (
    <section aria-label={t('Invitation')} className={styles.invitation}>
      <QrCode text={card.link} label={t('QR code of {link}', { link: card.link })} className={styles.qr} />
      <div className={styles.list}>
        <p className={styles.note}>{card.link}</p>
        <div className={styles.buttons}>
          <CopyLinkButton link={card.link} />
          <ButtonLink variant="secondary" to={cardsPath([code])}>
            <Printer aria-hidden="true" />
            {t('Sheet to print')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function CopyLinkButton({ link }: { link: string }) {
  const copy = () =>
    copyText(link, {
      copied: t('Copied to clipboard!'),
      failed: t('The link could not be copied. Select it and copy it yourself.'),
    })
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      {t('Copy link')}
    </Button>
  )
}

function RevokeButton({ code }: { code: AccessCode }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const revoke = useRevokeCode(code, () => {
    setIsConfirming(false)
    toast(t('Code revoked'))
  })
  return (
    <div className={styles.buttons}>
      {revoke.isError && (
        <Alert
          kind="error"
          title={t('Not revoked: {reason}', { reason: messageOf(revoke.error) })}
          level={3}
        />
      )}
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        {t('Revoke this code')}
      </Button>
      <AlertDialog
        title={t('Revoke {name}?', { name: code.code })}
        isOpen={isConfirming}
        confirmLabel={t('Revoke')}
        isBusy={revoke.isPending}
        busyLabel={t('Revoking...')}
        onConfirm={() => revoke.mutate(undefined, { onError: () => setIsConfirming(false) })}
        onCancel={() => setIsConfirming(false)}
      >
        <p>
          {t("Nobody can join with this code anymore. Members who joined with it stay. You can't undo this.")}
        </p>
      </AlertDialog>
    </div>
  )
}

const statusNames = { inactive: t('Deactivated'), suspended: t('[account]Suspended') }

function Members({ members, pageCount }: { members: CodeMember[]; pageCount: number }) {
  const list = useFocusOnFirstNew<HTMLUListElement>(members.length, 'a', pageCount)
  if (members.length === 0) {
    return <p className={styles.meta}>{t('Nobody has joined with this code.')}</p>
  }
  return (
    <section aria-label={t('Members who joined with this code')}>
      <h3 className={styles.label}>{t('Joined with this code')}</h3>
      <ul ref={list} className={styles.people}>
        {members.map(({ user_id, username, joined_at, account_status }) => (
          <li key={user_id}>
            <Link to={memberPath(user_id)}>@{username}</Link>
            {account_status !== 'active' && <Badge>{statusNames[account_status]}</Badge>}
            <span className={styles.meta}>{t('Joined {date}', { date: formatDate(joined_at) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
