import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { listVersions, type BillVersion } from '#contract/bills/versions.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { versionOption } from '#web/bills/versions/versionWords.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import styles from './BillText.module.css'

type VersionPickerProps = {
  bill: BillDetail
  /** The version whose text is shown. */
  shown: number
  onSelect: (version_no: number) => void
}

/** A select of the versions of a bill, with what each changed, and a link to the comparison with another version. */
export function VersionPicker({ bill, shown, onSelect }: VersionPickerProps) {
  const id = useId()
  const { data, isError, refetch } = useQuery(queryFor(listVersions, { id: bill.bill_id }))
  const versions = data?.versions ?? []
  const other = versionToCompare(versions, shown)
  const [first, ...more] = versions
  if (!data && isError) {
    return (
      <p role="alert" className="note-text">
        <RetryText
          text={msg('The versions could not be loaded. <textButton>Try Again</textButton>')}
          onRetry={() => void refetch()}
        />
      </p>
    )
  }
  // A choice of one is no choice, and would only be one more stop for the keyboard.
  if (more.length === 0) {
    return (
      <p className="note-text">
        {t('Version: {version}', { version: first ? versionOption(first) : t('Loading...') })}
      </p>
    )
  }
  return (
    <div className={styles.versions}>
      <div className={styles.version}>
        <label htmlFor={id}>{t('Version')}</label>
        <select id={id} value={shown} onChange={(event) => onSelect(Number(event.target.value))}>
          {versions.map((version) => (
            <option key={version.version_no} value={version.version_no} disabled={!version.has_text}>
              {versionOption(version)}
            </option>
          ))}
        </select>
      </div>
      {other !== null && (
        <ButtonLink
          variant="secondary"
          to={paths.compareVersions(bill.bill_id, ...inOrder(versions, other, shown))}
        >
          <ArrowLeftRight aria-hidden="true" />
          {t('Compare with…')}
        </ButtonLink>
      )}
    </div>
  )
}

/**
 * Returns the version with which a version was compared, or else its neighbor in the list, or null if it is the only text.
 * Withdrawn versions are not compared.
 */
function versionToCompare(versions: readonly BillVersion[], shown: number): number | null {
  const readable = versions.filter(
    ({ has_text, document_type, kind }) => has_text && document_type === 'bill' && kind !== 'retracted',
  )
  const index = readable.findIndex(({ version_no }) => version_no === shown)
  const version = readable[index]
  if (!version) {
    return null
  }
  const isReadable = readable.some(({ version_no }) => version_no === version.compared_with)
  const neighbor = readable[index + 1] ?? readable[index - 1]
  return isReadable ? version.compared_with : (neighbor?.version_no ?? null)
}

/** Returns two versions, the earlier one first. The list begins with the latest. */
function inOrder(versions: readonly BillVersion[], one: number, another: number): [number, number] {
  const position = (number: number) => versions.findIndex(({ version_no }) => version_no === number)
  return position(one) > position(another) ? [one, another] : [another, one]
}
