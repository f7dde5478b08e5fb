/**
 * Where a table would be stored if the instance had more than one leader (docs/scale.md). Rows of `person`,
 * `bill` and `group` are found by that key, `world` is copied everywhere, and the queues, limits and logs marked `own`
 * exist once in each home.
 */
export type Home = 'person' | 'bill' | 'group' | 'world' | 'own'

const tables: Record<Home, string> = {
  person: `
    access_codes account_signals active_member_counts alert_follows alert_settings api_keys appeals bookmarks bulk_files bulk_runs case_assignments
    cohort_bills cohorts counted_homes deleted_accounts
    discussion_reads email_links exports feed_tokens follows former_members former_usernames group_follows known_devices
    label_proposals member_divisions member_moves member_notes message_groups messages message_events message_settings message_vote_reports mutes
    notification_counts notification_settings notifications official_accounts operator_roles passkey_challenges passkeys
    recovery_codes reports reset_tokens residence_divisions residences second_factors sessions set_aside_rows
    topic_follows unsubscribe_tokens users welcomes member_writes`,
  bill: `
    author_changes author_version bill_actions bill_activity bill_amendments bill_category_counts bill_comments
    bill_committees bill_counter_steps bill_counters bill_echo bill_last_votes bill_local_counts bill_mind_changes
    bill_parts bill_paths bill_reintroductions bill_search bill_section_counts bill_source_records bill_sponsorships bill_subjects bill_terms
    bill_text_fetches bill_topics bill_totals bill_update_targets bill_updates bill_version_counts bill_version_steps
    bill_version_texts bill_versions bills comment_votes cost_estimates event_bills mind_changes official_statements
    related_bills shown_sections stance_aggregates stance_changes stance_releases stances version_comparisons`,
  group: 'groups group_comments group_likes group_member_counts group_members group_posts group_totals',
  world: `
    attendance_by_year committee_aliases committee_memberships committees district_map_divisions district_maps district_releases divisions
    events geocodes legislative_sessions person_votes place_sources representative_terms representatives seat_vacancies
    source_checks source_syncs term_revisions unlinked_agenda_items vote_events vote_sources voter_aliases zip_codes`,
  own: `
    alert_deliveries audit_log backups daily_statistics deletion_ledger emails idempotency_keys immediate_alerts instance_branding instance_secrets latest_release
    rate_limits recurring_tasks schema_migrations stance_fanouts update_fanouts`,
}

export const homeOfTable: ReadonlyMap<string, Home> = new Map(
  homes().flatMap((home) =>
    tables[home]
      .trim()
      .split(/\s+/)
      .map((table) => [table, home]),
  ),
)

function homes(): Home[] {
  return ['person', 'bill', 'group', 'world', 'own']
}
