import { createHash } from 'node:crypto'
import { sharedSummary } from '#contract/bills/bills.ts'
import { billPagePath, billIdTag, oembedPath, sharePicturePath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { isOwnBrand } from '#contract/branding/pageBranding.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { language, t } from '#contract/kit/translate.ts'
import { stances, stanceProse } from '#contract/stances.ts'
import type { PageHead } from '#server/platform/http/pages/pages.ts'
import { wordsAndLanguage } from '#server/platform/language/billTexts.ts'
import type { SharedPageBill } from './sharedQueries.ts'
import { pictureSize, type SharedBill } from './sharePicture.ts'
import { structuredData } from './structuredData.ts'

type HeadSettings = {
  branding: () => Branding
  publicOrigin: string
  indexSharedBills: boolean
}

/**
 * Returns a hash of everything that the picture shows. It is part of the picture's URL so that caches do not show a
 * picture with old counts.
 */
export function versionOf(bill: SharedBill, branding: Branding): string {
  const { bill_code, title, summary, government_level, jurisdiction, status } = bill
  const counts = stances.map((stance) => bill[`${stance}_count`])
  const texts = [
    bill_code,
    title,
    summary.slice(0, 1000),
    government_level,
    jurisdiction,
    status,
    ...counts,
    language(),
    isOwnBrand(branding) ? branding.name : '',
  ]
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 16)
}

export function headOf(bill_id: string, bill: SharedPageBill, settings: HeadSettings): PageHead {
  const { publicOrigin: origin, indexSharedBills, branding } = settings
  const url = origin + billPagePath(bill.path)
  const picture = `${origin}${sharePicturePath(bill_id)}?v=${versionOf(bill, branding())}`
  const description = sharedSummary(wordsAndLanguage(bill.summary).words)
  const counts = stances.map((stance) => `${formatNumber(bill[`${stance}_count`])} ${t(stanceProse[stance])}`)
  const alt = `${bill.title}: ${counts.join(', ')}`
  const properties = {
    'og:type': 'article',
    'og:site_name': branding().name,
    'og:title': bill.title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': alt,
  }
  const named = {
    // web/startSharedBill.ts reads this tag.
    [billIdTag]: bill_id,
    'twitter:card': 'summary_large_image',
    'twitter:title': bill.title,
    'twitter:description': description,
    'twitter:image': picture,
    'twitter:image:alt': alt,
  }
  return {
    title: `${bill.bill_code}: ${bill.title}`,
    description,
    canonical: url,
    structured: structuredData(bill, origin),
    oembed: origin + oembedPath(url),
    tags: [
      ...Object.entries(properties).map(([property, content]) => ({ property, content })),
      ...Object.entries(named).map(([name, content]) => ({ name, content })),
      ...(indexSharedBills ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
  }
}
