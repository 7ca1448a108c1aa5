/**
 * `npm run staff -- add <address> <name> [--role <role>]`: adds a member of staff, an administrator unless the role says
 * otherwise, and prints the one-time link of their first sign-in. `-- list`: all of them. `-- role <address> <role>`,
 * `-- disable <address>`, `-- enable <address>`, `-- link <address>` (a new link for who lost password or second factor).
 * Sessions that lose their right end at once. For the database that this environment names (DATABASE_URL, or the PostgreSQL of
 * the data folder); each is written into the audit.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { membersOf, orderMember, type MemberOrder } from '../src/areas/staff/face.ts';
import { staffRoles } from '../src/law/staff.ts';
import { openClock } from '../src/server/start/clock.ts';
import { ConfigurationError, readConfig, type Config } from '../src/server/start/config.ts';
import { loadSettings } from '../src/server/start/settings.ts';
import { endStaffSessions } from '../src/server/live/staffSession.ts';
import { runCommand, say, withDatabase, type Joined } from './broker.ts';

const usage = 'Say add <address> <name>, list, role <address> <role>, disable, enable or link <address>.';

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' }, by: { type: 'string' } },
  });
  const order = readOrder(positionals, values.role);
  const config = readConfig(process.env);
  await withDatabase(config, async (database) => {
    if (order === 'list') await list(database);
    else await carryOut(database, order, { config, author: values.by ?? userInfo().username });
  });
});

function readOrder([kind, address, more, ...rest]: readonly string[], role: string | undefined): MemberOrder | 'list' {
  if (kind === 'list' && address === undefined) return 'list';
  if (address === undefined || rest.length > 0) throw new ConfigurationError(usage);
  const email = z.email().max(254).safeParse(address);
  if (!email.success) throw new ConfigurationError(`${address} is no e-mail address.`);
  switch (kind) {
    case 'add':
      if (more === undefined) throw new ConfigurationError('add takes an address and a name; a name with blanks in quotes.');
      return { kind, email: email.data, name: more, role: readRole(role ?? 'admin') };
    case 'role':
      return { kind, email: email.data, role: readRole(more ?? role ?? '') };
    case 'disable':
    case 'enable':
    case 'link':
      return { kind, email: email.data };
    default:
      throw new ConfigurationError(usage);
  }
}

function readRole(told: string) {
  const role = staffRoles.find((known) => known === told);
  if (role === undefined) throw new ConfigurationError(`A role is one of ${staffRoles.join(', ')}.`);
  return role;
}

async function list(database: Joined): Promise<void> {
  const members = await membersOf(database.application.sql);
  for (const { email, name, role, status, has_second_factor: hasFactor } of members)
    say([email, name, role, status, hasFactor ? 'second factor' : 'no second factor'].join('\t'));
}

async function carryOut(
  database: Joined,
  order: MemberOrder,
  { config, author }: { readonly config: Config; readonly author: string },
): Promise<void> {
  const clock = await openClock(database.application);
  const changed = await database.application.transact(async (sql) => {
    const { settings } = await loadSettings(sql, clock.now());
    return orderMember(sql, order, {
      author,
      now: clock.now(),
      at: clock.wall(),
      publicUrl: config.publicUrl,
      linkSeconds: settings.desk.linkSeconds,
      endSessions: endStaffSessions,
    });
  });
  if (!changed) {
    throw new ConfigurationError(
      order.kind === 'add'
        ? 'Somebody has this address already, or the same name before the @.'
        : `There is nobody at ${order.email}.`,
    );
  }
  const { email, role, status } = changed.after;
  say(`${email}: ${role}, ${status}.`);
  if (changed.link !== null) say(`The link for the first sign-in, good once: ${changed.link}`);
}
