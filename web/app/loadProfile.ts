/** The profile stands at its own addresses and in the dashboard's tab. */
export async function loadProfile() {
  const { ProfileScreen } = await import('../people/profile/ProfileScreen.tsx')
  return { default: ProfileScreen }
}
