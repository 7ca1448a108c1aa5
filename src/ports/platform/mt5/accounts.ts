import { formatMinor } from '../../../base/money.ts';
import type { Clock, SendLimit } from '../../../base/time.ts';
import { maxTagLength, type AccountOpening, type Answer, type Platform, type PlatformAccount } from '../port.ts';
import type { Line } from './line.ts';
import { groupFor, isCloseOnly, rightsOf } from './access.ts';
import { accountOf, dealTypes, groupMoney, type GroupMoney } from './records.ts';
import { Fields, recordsOf, MessageFault } from './messages.ts';

type AccountCalls = Pick<
  Platform,
  | 'openAccount'
  | 'account'
  | 'accounts'
  | 'changeLeverage'
  | 'changeGroup'
  | 'changeAccess'
  | 'changePassword'
  | 'checkPassword'
  | 'balanceOperation'
>;

/** How many logins go into one request. */
const batchSize = 100;
const batchesMost = 5;

/** Accounts: opening, reading, changing, and money in and out. */
export function accountCalls(line: Line, facts: { readonly maxLeverage: number; readonly clock: Clock }): AccountCalls {
  const reading = new AccountReading(line, facts.clock);
  const wrongLeverage = (leverage: number) => !Number.isInteger(leverage) || leverage < 1 || leverage > facts.maxLeverage;
  const tooMuchLeverage = {
    outcome: 'refused',
    code: 'wrong_leverage',
    message: `leverage is 1 to ${facts.maxLeverage}`,
  } as const;
  const update = updating(line);

  return {
    async openAccount(order, limit) {
      if (wrongLeverage(order.leverage)) return tooMuchLeverage;
      return addUser(line, order, limit);
    },
    async account(login) {
      const found = await reading.read([login]);
      if (found.outcome !== 'done') return found;
      const [account] = found.accounts;
      return account ? { outcome: 'done', account } : { outcome: 'refused', code: 'not_found', message: `no account ${login}` };
    },
    accounts: (logins) => reading.readAll(logins),
    changeLeverage: async (login, leverage) =>
      wrongLeverage(leverage) ? tooMuchLeverage : update(login, { Leverage: leverage }),
    ...accessCalls(line),
    changePassword: ({ login, which, password }) =>
      line.act({ path: '/api/user/change_password', body: { Login: login, Type: which, Password: password } }, () => ({})),
    async checkPassword({ login, which, password }) {
      const answer = await line.read(
        { path: '/api/user/check_password', body: { Login: login, Type: which, Password: password } },
        () => ({ matches: true }),
      );
      return answer.outcome === 'refused' && answer.code === 'weak_password' ? { outcome: 'done', matches: false } : answer;
    },
    async balanceOperation({ login, kind, amount, currency, tag, checkMargin = true }, limit) {
      if (tag.length === 0 || tag.length > maxTagLength)
        throw new RangeError(`a tag has 1 to ${maxTagLength} characters, got "${tag}"`);
      const query = {
        login,
        type: dealTypes[kind],
        balance: formatMinor(amount, currency),
        comment: tag,
        check_margin: checkMargin ? 1 : 0,
      };
      return line.act({ path: '/api/trade/balance', query, ...limit }, (fields) => ({
        ticket: new Fields(fields.value('answer')).text('Ticket'),
      }));
    },
  };
}

type Update = (login: number, changed: Readonly<Record<string, string | number>>, limit?: SendLimit) => Promise<Answer>;

const updating =
  (line: Line): Update =>
  (login, changed, limit) =>
    line.act({ path: '/api/user/update', body: { Login: login, ...changed }, ...limit }, () => ({}));

/** Where an account stands: its group, and what may be done on it, of which the group is a part. */
function accessCalls(line: Line): Pick<Platform, 'changeGroup' | 'changeAccess'> {
  const update = updating(line);
  const groupNow = (login: number) =>
    line.read({ path: '/api/user/get', query: { login } }, (fields) => ({
      group: new Fields(fields.value('answer')).text('Group'),
    }));
  return {
    async changeGroup(login, group) {
      const now = await groupNow(login);
      return now.outcome === 'done' ? update(login, { Group: groupFor(group, isCloseOnly(now.group)) }) : unasked(now);
    },
    async changeAccess(login, access, limit) {
      const rights = { Rights: rightsOf[access] };
      // Whoever can do nothing at all stays in the group that was.
      if (access === 'closed' || access === 'read_only') return update(login, rights, limit);
      const now = await groupNow(login);
      if (now.outcome !== 'done') return unasked(now);
      return update(login, { ...rights, Group: groupFor(now.group, access === 'close_only') }, limit);
    },
  };
}

/** Nothing was asked for yet, so that no answer to the question before it leaves anything unknown. */
function unasked(answer: Exclude<Answer, { outcome: 'done' }>): Answer {
  return answer.outcome === 'refused' ? answer : { outcome: 'refused', code: 'not_connected', message: answer.reason };
}

function addUser(line: Line, order: AccountOpening, limit?: SendLimit): Promise<Answer<{ readonly login: number }>> {
  // Passwords travel in the body only: addresses end up in logs on the way.
  const body = {
    PassMain: order.passwordMain,
    PassInvestor: order.passwordInvestor,
    EMail: order.email ?? '',
    Country: order.country ?? '',
    Comment: order.comment ?? '',
  };
  const query = { login: order.login, group: order.group, name: order.name, leverage: order.leverage, rights: rightsOf.full };
  return line.act({ path: '/api/user/add', query, body, ...limit }, (fields) => ({
    login: new Fields(fields.value('answer')).whole('Login'),
  }));
}

/** Puts accounts together from their records, their trading states and their groups' currencies. */
class AccountReading {
  readonly #line: Line;
  readonly #clock: Clock;
  /** A group never changes its currency, so it is asked for once. */
  readonly #groups = new Map<string, GroupMoney>();

  constructor(line: Line, clock: Clock) {
    this.#line = line;
    this.#clock = clock;
  }

  async readAll(logins: readonly number[]): Promise<Answer<{ readonly accounts: readonly PlatformAccount[] }>> {
    if (logins.length > batchSize * batchesMost)
      throw new RangeError(`at most ${batchSize * batchesMost} accounts at once, got ${logins.length}`);
    const accounts: PlatformAccount[] = [];
    for (let start = 0; start < logins.length; start += batchSize) {
      const batch = await this.read(logins.slice(start, start + batchSize));
      if (batch.outcome !== 'done') return batch;
      accounts.push(...batch.accounts);
    }
    return { outcome: 'done', accounts };
  }

  async read(logins: readonly number[]): Promise<Answer<{ readonly accounts: readonly PlatformAccount[] }>> {
    const query = { login: logins.join(',') };
    const readAt = this.#clock.now();
    const [users, states] = await Promise.all([
      this.#line.read({ path: '/api/user/get_batch', query }, (fields) => ({ records: recordsOf(fields.value('answer') ?? []) })),
      this.#line.read({ path: '/api/user/account/get_batch', query }, (fields) => ({
        records: recordsOf(fields.value('answer') ?? []),
      })),
    ]);
    if (users.outcome !== 'done') return users;
    if (states.outcome !== 'done') return states;
    const missing = await this.#learnGroups(users.records);
    if (missing) return missing;
    return this.#together({ users: users.records, states: states.records, readAt });
  }

  #together(parts: {
    readonly users: readonly Fields[];
    readonly states: readonly Fields[];
    readonly readAt: Date;
  }): Answer<{ accounts: PlatformAccount[] }> {
    try {
      const stateByLogin = new Map(parts.states.map((state) => [state.text('Login'), state]));
      const accounts = parts.users.flatMap((user) => {
        const [state, money] = [stateByLogin.get(user.text('Login')), this.#groups.get(user.text('Group'))];
        return state && money ? [accountOf(user, state, { money, readAt: parts.readAt })] : [];
      });
      return { outcome: 'done', accounts };
    } catch (fault) {
      if (fault instanceof MessageFault) return { outcome: 'unknown', reason: fault.message };
      throw fault;
    }
  }

  async #learnGroups(users: readonly Fields[]): Promise<Exclude<Answer, { outcome: 'done' }> | undefined> {
    for (const group of new Set(users.map((user) => user.text('Group')))) {
      if (this.#groups.has(group)) continue;
      const answer = await this.#line.read({ path: '/api/group/get', query: { group } }, (fields) => ({
        money: groupMoney(new Fields(fields.value('answer'))),
      }));
      if (answer.outcome !== 'done') return answer;
      this.#groups.set(group, answer.money);
    }
    return undefined;
  }
}
