import { closeOnlyEnding } from '../../../base/closeOnly.ts';
import type { Access } from '../port.ts';

/** What may be done on an account, as the server has it: by rights of the user, and by the group that the account stands in. */

/** EnUsersRights: enabled, may change the password, may not trade, trailing stops, expert advisors, reports. */
const rights = { enabled: 0x1, password: 0x2, tradeDisabled: 0x4, trailing: 0x20, expert: 0x40, reports: 0x100 } as const;
const usualRights = rights.enabled | rights.password | rights.trailing | rights.expert | rights.reports;

export const rightsOf: Readonly<Record<Access, number>> = {
  full: usualRights,
  close_only: usualRights,
  read_only: usualRights | rights.tradeDisabled,
  closed: (usualRights & ~rights.enabled) | rights.tradeDisabled,
};

export function accessOf(value: number, group: string): Access {
  if (!(value & rights.enabled)) return 'closed';
  if (value & rights.tradeDisabled) return 'read_only';
  return isCloseOnly(group) ? 'close_only' : 'full';
}

export function isCloseOnly(group: string): boolean {
  return group.endsWith(closeOnlyEnding);
}

/** The group that an account was opened in, of the one that it stands in. */
export function usualGroup(group: string): string {
  return isCloseOnly(group) ? group.slice(0, -closeOnlyEnding.length) : group;
}

/** The group in which such an account stands. */
export function groupFor(group: string, closesOnly: boolean): string {
  return closesOnly ? usualGroup(group) + closeOnlyEnding : usualGroup(group);
}
