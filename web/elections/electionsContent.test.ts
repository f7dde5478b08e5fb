import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elections } from './electionsContent.ts'
import { statusNames, statusTone, typeNames } from './electionStatus.ts'

const day = /^20\d\d-\d\d-\d\d$/

describe('the content of the elections guide', () => {
  // covers CIV-ELECTIONS-42 CIV-ELECTIONS-43 CIV-ELECTIONS-44
  test('every election has all required content and a known type and status', () => {
    expect(elections).toHaveLength(6)
    for (const election of elections) {
      expect(election.title).not.toBe('')
      expect(election.date).toMatch(day)
      expect(['General Election', 'Local Election']).toContain(typeNames[election.type])
      expect(['Upcoming', 'Completed']).toContain(statusNames[election.status])
      expect(election.description).not.toBe('')
      expect(election.keyInfo.length).toBeGreaterThan(0)
      expect(election.timeline.length).toBeGreaterThan(0)
      for (const { date, event } of election.timeline) {
        expect(date).toMatch(day)
        expect(event).not.toBe('')
      }
    }
    const statuses = elections.map(({ status }) => status)
    expect(statuses).toContain('upcoming')
    expect(statuses).toContain('completed')
  })

  test('the dates of every election are in order and every id is unique', () => {
    for (const { timeline } of elections) {
      const dates = timeline.map(({ date }) => date)
      expect(dates).toEqual(dates.toSorted())
    }
    const ids = elections.flatMap(({ id, candidates }) => [
      id,
      ...candidates.map((candidate) => `${id}/${candidate.id}`),
    ])
    expect(new Set(ids).size).toBe(ids.length)
  })

  // covers CIV-ELECTIONS-41
  test('only Nebraska House, Michigan governor and NYC mayor have candidates', () => {
    const withCandidates = elections.filter(({ candidates }) => candidates.length > 0).map(({ id }) => id)
    expect(withCandidates).toEqual(['nebraska-house', 'michigan-governor', 'nyc-mayor'])
  })

  // covers CIV-ELECTIONS-45
  test('every candidate has all required content and only reserved domains and phone numbers', () => {
    for (const candidate of elections.flatMap(({ candidates }) => candidates)) {
      const { id, name, party, avatar, preview, platform, experience, endorsements } = candidate
      for (const text of [id, name, party, preview]) expect(text).not.toBe('')
      expect(avatar).toMatch(/^[A-Z]{2}$/)
      for (const list of [platform, experience, endorsements]) expect(list.length).toBeGreaterThan(0)
      const { raised, spent, cash, topDonors } = candidate.finance
      expect(raised - spent).toBe(cash)
      expect(topDonors.length).toBeGreaterThan(0)
      expect(candidate.contact.website).toMatch(/^https:\/\/[a-z]+\.example$/)
      expect(candidate.contact.email).toMatch(/@[a-z]+\.example$/)
      expect(candidate.contact.twitter).toMatch(/^https:\/\/twitter\.example\//)
      expect(candidate.contact.phone).toMatch(/^\d{3}-555-01\d\d$/)
    }
  })

  test('no candidate has the name of a demo member', () => {
    const demo = readFileSync(new URL('../../db/seed/demo-members.json', import.meta.url), 'utf8')
    for (const { name } of elections.flatMap(({ candidates }) => candidates)) expect(demo).not.toContain(name)
  })

  // covers CIV-ELECTIONS-17
  test('an unknown status has a gray badge', () => {
    expect(statusTone('postponed')).toBe('neutral')
    expect(statusTone('completed')).toBe('done')
    expect(statusTone('upcoming')).toBe('next')
  })
})
