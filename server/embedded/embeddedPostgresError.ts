/** The embedded database cannot be used: one sentence for whoever runs Hurd. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
