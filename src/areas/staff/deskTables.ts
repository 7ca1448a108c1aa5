import { z } from 'zod';
import { staffRoles } from '../../law/staff.ts';
import { deskTable, onePage, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import type { Member } from './contract.ts';
import { shownMember } from './members.ts';
import { memberColumns, roleColumns } from './rules.ts';
import { listMembers } from './store.ts';

const pageSize = 250;

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'staff.members',
    title: 'desk.nav.staff',
    right: 'staff',
    asked: z.object({}),
    columns: memberColumns,
    rows: (_asked, needs) => membersOf(needs),
  }),
  deskTable({
    key: 'staff.roles',
    title: 'staff.roles',
    right: 'staff',
    asked: z.object({}),
    columns: roleColumns,
    rows: () => onePage(Promise.resolve(staffRoles.map((role) => ({ role })))),
  }),
];

async function* membersOf({ sql }: DeskTableNeeds): AsyncGenerator<readonly Member[]> {
  let after = 0;
  for (;;) {
    const page = await listMembers(sql, { after, limit: pageSize });
    if (page.length > 0) yield page.map(shownMember);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}
