import { formatNearDay } from '#contract/kit/format.ts'
import { listFormat, msg, numberFormat, plural, t } from '#contract/kit/translate.ts'
import { compose, type Paragraph } from '#server/platform/mail/compose.ts'
import type { EmailTemplate } from '#server/platform/mail/outbox.ts'
import { weeklyMeasures, type WaitingCounts, type WeeklyReport } from './selectWeek.ts'

const labels: Record<(typeof weeklyMeasures)[number], string> = {
  registrations: msg('New members'),
  returning_members: msg('Members who came back, a day on average'),
  stances: msg('Stances taken or changed'),
  minds_changed: msg('Minds changed by a comment'),
  comments: msg('Comments and posts'),
  messages: msg('Messages to representatives'),
  reports_opened: msg('New reports'),
}

/** What happened in a week and what waits, for an administrator. */
export function weeklyEmail(report: WeeklyReport, origin: string, unsubscribeUrl: string): EmailTemplate {
  return (branding) => {
    const first = formatNearDay(report.first, report.last)
    const last = formatNearDay(report.last, report.last)
    const waiting = waitingParagraphs(report.waiting, origin)
    return compose(branding, t('{name}: the week of {first}', { name: branding.name, first }), origin, [
      t('Hello,'),
      t('This happened on {name} from {first} to {last}, with the week before in parentheses.', {
        name: branding.name,
        first,
        last,
      }),
      countLines(report).join('\n'),
      { link: `${origin}/administration/statistics`, label: t('Open the statistics') },
      waiting.length === 0 ? t('Nothing is waiting for you.') : t('Waiting for you:'),
      ...waiting,
      t('You get this email every Monday because you administer {name}. This link stops it:', {
        name: branding.name,
      }),
      { link: unsubscribeUrl, label: t('Stop the weekly email') },
    ])
  }
}

function countLines({ week, weekBefore }: WeeklyReport): string[] {
  return [
    ...weeklyMeasures.map((measure) => countLine(t(labels[measure]), week[measure], weekBefore[measure])),
    countLine(t('Bills that moved'), week.bills_moved, weekBefore.bills_moved),
  ]
}

function countLine(label: string, count: number | null, before: number | null): string {
  return t('{label}: {count} ({before})', { label, count: countText(count), before: countText(before) })
}

function countText(count: number | null): string {
  return count === null ? t('not recorded') : numberFormat().format(count)
}

function waitingParagraphs(waiting: WaitingCounts, origin: string): Paragraph[] {
  const { cases, appeals, failed_emails, failed_tasks, stale_sources, lacks_backup } = waiting
  const moderation = [
    cases > 0 && plural(cases, '{n} case that members reported|{n} cases that members reported'),
    appeals > 0 && plural(appeals, '{n} appeal against a decision|{n} appeals against decisions'),
  ].filter((line) => line !== false)
  const operation = [
    failed_emails > 0 && plural(failed_emails, '{n} email that failed|{n} emails that failed'),
    stale_sources.length > 0 &&
      t('Sources whose last check is too old: {sources}', { sources: listFormat().format(stale_sources) }),
    failed_tasks > 0 && plural(failed_tasks, '{n} recurring task that fails|{n} recurring tasks that fail'),
    lacks_backup && t('No backup in the last two days'),
  ].filter((line) => line !== false)
  return [
    ...part(moderation, { link: `${origin}/moderation`, label: t('Open moderation') }),
    ...part(operation, {
      link: `${origin}/administration/operation`,
      label: t('Open the state of the instance'),
    }),
  ]
}

function part(lines: readonly string[], link: Paragraph): Paragraph[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n'), link]
}
