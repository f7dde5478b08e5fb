import { readFile } from 'node:fs/promises'
import type { Db } from '../kit/db.ts'

// One sitting senator a line, as the source knew them on the day it was checked.
const file = new URL('../../db/seed/representatives.jsonl', import.meta.url)
const ofEach = {
  title: 'U.S. Senator',
  government_level: 'federal',
  source_name: 'congress-legislators',
  source_checked_at: '2026-06-15T00:00:00.000Z',
}

type Senator = {
  rep_id: string
  rep_name: string
  party: string
  division: string
  district: string
  office_phone: string
  contact_form_url: string
  valid_from: string
  valid_to: string
}

/** Inserts or updates the bundled representatives, by id; answers how many there are. */
export async function seedRepresentatives(db: Db): Promise<number> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const rows = lines.map((line): Senator & typeof ofEach => Object.assign(JSON.parse(line), ofEach))
  await db`
    insert into representatives ${db(rows)} on conflict (rep_id) do update set
      rep_name = excluded.rep_name, title = excluded.title, party = excluded.party,
      government_level = excluded.government_level, division = excluded.division, district = excluded.district,
      office_phone = excluded.office_phone, contact_form_url = excluded.contact_form_url,
      source_name = excluded.source_name, source_checked_at = excluded.source_checked_at,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to`
  return rows.length
}
