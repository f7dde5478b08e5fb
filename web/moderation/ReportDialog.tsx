import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { codePoints } from '#contract/kit/text.ts'
import { plural, t } from '#contract/kit/translate.ts'
import {
  createReport,
  type ReportReason,
  type ReportTarget,
  reportDetailsMaxLength,
  reportReasons,
} from '#contract/moderation/reports.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useDraft } from '#web/kit/forms/useDraft.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { Radio, TextArea } from '#web/kit/ui/Field.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { reportLabels } from './reportLabels.ts'
import styles from './ReportDialog.module.css'

const reasonLabels: Record<ReportReason, string> = {
  spam: t('Spam or advertising'),
  abuse: t('Abuse or harassment'),
  false_information: t('False information'),
  other: t('Something else'),
}

const questions: Record<ReportTarget, string> = {
  bill_comment: t('What is wrong with this comment?'),
  group_post: t('What is wrong with this post?'),
  group_comment: t('What is wrong with this comment?'),
  official_statement: t('What is wrong with this statement?'),
  user: t('What is wrong with this member?'),
}

const alreadyReported: Record<ReportTarget, string> = {
  bill_comment: t('You have already reported this comment. The moderators have your report.'),
  group_post: t('You have already reported this post. The moderators have your report.'),
  group_comment: t('You have already reported this comment. The moderators have your report.'),
  official_statement: t('You have already reported this statement. The moderators have your report.'),
  user: t('You have already reported this member. The moderators have your report.'),
}

type ReportDialogProps = { target: { target_type: ReportTarget; target_id: string }; onClose: () => void }

/**
 * Reports a comment, a post, an official statement or a member to the moderators. The details are stored as a draft until they
 * are sent.
 */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const [details, setDetails] = useDraft(`report:${target.target_type}:${target.target_id}`)
  const send = useReport(target, () => {
    setDetails('')
    onClose()
  })
  const [formId, errorId] = [useId(), useId()]
  const reasons = useRef<HTMLFieldSetElement>(null)
  const isTooLong = codePoints(details.trim()) > reportDetailsMaxLength

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (send.isPending || isTooLong) {
      return
    }
    setIsReasonMissing(reason === null)
    if (reason) {
      send.mutate({ reason, details: details.trim() || null })
    } else {
      reasons.current?.querySelector('input')?.focus()
    }
  }

  return (
    <Dialog
      title={reportLabels[target.target_type]}
      isOpen
      onClose={() => {
        // The dialog shows whether the report was sent.
        if (!send.isPending) onClose()
      }}
      sheet
      actions={
        <>
          <Button
            variant="quiet"
            disabled={send.isPending}
            onClick={() => {
              setDetails('')
              onClose()
            }}
          >
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} busy={send.isPending} busyLabel={t('Sending...')}>
            {t('Send report')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p className="note-text">{t('The moderators will read your report. Your report is confidential.')}</p>
        {send.isError && (
          <Alert
            kind="error"
            title={t('Failed to send the report: {reason}', { reason: messageOf(send.error) })}
            level={3}
          />
        )}
        <fieldset
          ref={reasons}
          className={styles.reasons}
          aria-describedby={isReasonMissing ? errorId : undefined}
        >
          <legend>{questions[target.target_type]}</legend>
          {reportReasons.map((name) => (
            <Radio
              key={name}
              name="reason"
              label={reasonLabels[name]}
              checked={reason === name}
              onChange={() => {
                setReason(name)
                setIsReasonMissing(false)
              }}
            />
          ))}
          {isReasonMissing && <FieldError id={errorId}>{t('Please choose a reason')}</FieldError>}
        </fieldset>
        <TextArea
          label={t('Details (optional)')}
          rows={4}
          aside={
            <span className={styles.count}>
              {formatNumber(codePoints(details))}/{formatNumber(reportDetailsMaxLength)}
            </span>
          }
          error={
            isTooLong
              ? plural(
                  reportDetailsMaxLength,
                  'Details must be at most {n} character|Details must be at most {n} characters',
                )
              : null
          }
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function useReport(target: ReportDialogProps['target'], onSent: () => void) {
  return useMutation({
    mutationFn: async (report: { reason: ReportReason; details: string | null }) => {
      let isRepeat = false
      await call(
        createReport,
        { ...target, ...report },
        { onStatus: (status) => (isRepeat = status === 200) },
      )
      return isRepeat
    },
    onSuccess: (isRepeat) => {
      onSent()
      toast(
        isRepeat
          ? alreadyReported[target.target_type]
          : t('Thank you. Your report was sent to the moderators.'),
      )
    },
  })
}
