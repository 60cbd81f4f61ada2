/**
 * The role of a person at this station: decides the first screen and the order of the rail and, with sign-in, what
 * they may do.
 */
export const ROLES = ['packer', 'clerk', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** Each role may do what those before it may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}
