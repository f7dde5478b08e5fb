import type { FastifyInstance } from 'fastify'
import type { Branding } from '#contract/branding/branding.ts'
import { formatDay } from '#contract/kit/format.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { accessibilityPath } from '#server/platform/branding/branding.ts'
import { contactAddress } from '#server/platform/branding/siteFooter.ts'
import { fillHtml, html, type Html } from '#server/platform/http/pages/html.ts'
import { messageHead, pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageWith } from '#server/platform/http/pages/pages.ts'
import { conformanceReport } from './conformanceReport.ts'
import { criteria } from './criteria.ts'
import { reportDate, type Criterion } from './criterion.ts'

const reportPath = `${accessibilityPath}/openacr.yaml`

type Parts = { publicOrigin: string; page: PageWith; branding: () => Branding }

/** Serves the accessibility statement and the conformance report to anybody. */
export function serveAccessibility(app: FastifyInstance, { publicOrigin, page, branding }: Parts): void {
  app.get(accessibilityPath, (request, reply) => {
    reply.header('cache-control', 'no-cache')
    const head = {
      ...messageHead(
        publicOrigin,
        t('Accessibility'),
        t('How this site can be used by people with disabilities, criterion by criterion.'),
      ),
      canonical: publicOrigin + accessibilityPath,
    }
    return sendPage(request, reply, page(head, pageFrame(branding(), null, statement(branding()))))
  })
  app.get(reportPath, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/yaml; charset=utf-8')
      .send(conformanceReport(branding())),
  )
}

const adherenceText: Readonly<Record<Criterion['adherence'], string>> = {
  supports: msg('[criterion]Supports'),
  'partially-supports': msg('[criterion]Partially supports'),
  'not-applicable': msg('[criterion]Not applicable'),
}

function statement(branding: Branding): Html {
  const gaps = criteria.filter(({ adherence }) => adherence === 'partially-supports')
  return html`<article class="legalText wide">
    <h1 class="title">${t('Accessibility')}</h1>
    <p>
      ${t(
        '{name} is built to meet the Web Content Accessibility Guidelines 2.2 at level AA. Of the {criteria} criteria, {met} are met or do not apply. Last checked on {day}.',
        {
          name: branding.name,
          criteria: criteria.length,
          met: criteria.length - gaps.length,
          day: formatDay(reportDate),
        },
      )}
    </p>
    <h2>${t('How it is tested')}</h2>
    <p>
      ${t('Every change of the software opens each screen in both themes, on a wide screen and on a phone, and looks for barriers. Whole tasks are done with the keyboard alone, with text of twice the size, and in a window of 320 pixels.')}
      ${t('Twelve whole tasks are done by keyboard with a virtual screen reader, in English and in Spanish, and what it speaks is compared with what it should speak.')}
    </p>
    <h2>${t('What does not work yet')}</h2>
    <ul>
      ${gaps.map(({ num, name, notes }) => html`<li>${num} ${t(name)}: ${t(notes)}</li>`)}
    </ul>
    <h2>${t('Report a barrier')}</h2>
    ${
      contactAddress(branding) ??
      html`<p>${t('The people who run this site have not published an address for questions yet.')}</p>`
    }
    <h2>${t('Each criterion')}</h2>
    <p>
      ${fillHtml(
        t('<report>The conformance report for programs (OpenACR)</report> names the test of each line.'),
        { report: (name) => html`<a href="${reportPath}">${name}</a>` },
      )}
    </p>
    <dl>
      ${criteria.map(
        ({ num, name, level, adherence, notes }) =>
          html`<dt>${num} ${t(name)} (${level}): ${t(adherenceText[adherence])}</dt>
            <dd>${t(notes)}</dd>`,
      )}
    </dl>
  </article>`
}
