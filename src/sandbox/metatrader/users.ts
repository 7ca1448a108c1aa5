import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { currencies } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import { userRights } from './groups.ts';
import type { User } from './rows.ts';
import { loginList, wholeNumber, type Answering, type Call, type Limits, type Vendor } from './vendor.ts';
import { done, refused, retcodes, secondsText } from './messages.ts';

/** The calls under /api/user: records, passwords, the state of the trading account. */
export const userCalls: Readonly<Record<string, Answering>> = {
  '/api/user/add': addUser,
  '/api/user/update': updateUser,
  '/api/user/get': (vendor, call) => ofUser(vendor, call, (user) => done({ answer: record(vendor, user) })),
  '/api/user/get_batch': (vendor, call) =>
    done({ answer: vendor.state.users(loginList(call)).map((user) => record(vendor, user)) }),
  '/api/user/account/get': (vendor, call) => ofUser(vendor, call, (user) => done({ answer: tradeState(vendor, user) })),
  '/api/user/account/get_batch': (vendor, call) =>
    done({ answer: vendor.state.users(loginList(call)).map((user) => tradeState(vendor, user)) }),
  '/api/user/change_password': changePassword,
  '/api/user/check_password': checkPassword,
};

/** EnUsersRights of a fresh account: enabled, own password, trailing stops, expert advisors, reports. */
const usualRights = userRights.enabled | userRights.password | 0x20 | 0x40 | 0x100;
const longestName = 127;
const firstFreeLogin = 900_000;

function addUser(vendor: Vendor, call: Call) {
  const asked = wholeNumber(call, 'login') ?? 0;
  const login = asked > 0 ? asked : Math.max(firstFreeLogin, vendor.state.highestLogin() + 1);
  if (vendor.state.user(login)) return refused(retcodes.loginExists);
  const group = vendor.groups.get(call.parameters.get('group') ?? '');
  if (!group) return refused(retcodes.permissions);
  const name = call.parameters.get('name') ?? '';
  const leverage = wholeNumber(call, 'leverage') ?? 0;
  if (name === '' || leverage < 1 || leverage > vendor.limits.leverageMax) return refused(retcodes.parameters);
  const passwordMain = call.parameters.get('passmain') ?? '';
  const passwordInvestor = call.parameters.get('passinvestor') ?? '';
  if (!isStrong(passwordMain, vendor.limits) || !isStrong(passwordInvestor, vendor.limits)) return refused(retcodes.password);
  const user: User = {
    login,
    group: group.name,
    name: name.slice(0, longestName),
    leverage,
    rights: wholeNumber(call, 'rights') ?? usualRights,
    email: call.parameters.get('email') ?? '',
    country: call.parameters.get('country') ?? '',
    comment: (call.parameters.get('comment') ?? '').slice(0, 63),
    passwordMain: hashed(passwordMain),
    passwordInvestor: hashed(passwordInvestor),
    registeredMs: vendor.clock.now().getTime(),
    balance: 0n,
    credit: 0n,
  };
  vendor.state.addUser(user);
  return done({ login: String(login), answer: record(vendor, user) });
}

function updateUser(vendor: Vendor, call: Call) {
  return ofUser(vendor, call, (user) => {
    const leverage = wholeNumber(call, 'leverage') ?? user.leverage;
    if (leverage < 1 || leverage > vendor.limits.leverageMax) return refused(retcodes.parameters);
    const group = vendor.groups.get(call.parameters.get('group') ?? user.group);
    if (!group) return refused(retcodes.permissions);
    if (group.currency !== vendor.room.group(user).currency) {
      if (vendor.state.positions(user.login).length > 0) return refused(retcodes.openPositions);
      if (user.balance !== 0n || user.credit !== 0n) return refused(retcodes.otherCurrency);
    }
    const changed: User = {
      ...user,
      leverage,
      group: group.name,
      rights: wholeNumber(call, 'rights') ?? user.rights,
      name: (call.parameters.get('name') ?? user.name).slice(0, longestName),
      email: call.parameters.get('email') ?? user.email,
      country: call.parameters.get('country') ?? user.country,
      comment: (call.parameters.get('comment') ?? user.comment).slice(0, 63),
    };
    vendor.state.changeUser(changed);
    return done({ answer: record(vendor, changed) });
  });
}

function changePassword(vendor: Vendor, call: Call) {
  return ofUser(vendor, call, (user) => {
    const password = call.parameters.get('password') ?? '';
    const kind = call.parameters.get('type');
    if (kind !== 'main' && kind !== 'investor') return refused(retcodes.parameters);
    if (!isStrong(password, vendor.limits)) return refused(retcodes.password);
    vendor.state.changeUser({ ...user, [kind === 'main' ? 'passwordMain' : 'passwordInvestor']: hashed(password) });
    return done();
  });
}

function checkPassword(vendor: Vendor, call: Call) {
  return ofUser(vendor, call, (user) => {
    const kind = call.parameters.get('type');
    if (kind !== 'main' && kind !== 'investor') return refused(retcodes.parameters);
    const stored = kind === 'main' ? user.passwordMain : user.passwordInvestor;
    return isPassword(call.parameters.get('password') ?? '', stored) ? done() : refused(retcodes.password);
  });
}

export function ofUser(vendor: Vendor, call: Call, answer: (user: User) => ReturnType<Answering>) {
  const login = wholeNumber(call, 'login');
  if (login === undefined) return refused(retcodes.parameters);
  const user = vendor.state.user(login);
  return user ? answer(user) : refused(retcodes.notFound);
}

function record(vendor: Vendor, user: User) {
  const { currency } = vendor.room.group(user);
  return {
    Login: String(user.login),
    Group: user.group,
    Rights: String(user.rights),
    Registration: secondsText(vendor.zone.shows(user.registeredMs)),
    Name: user.name,
    Country: user.country,
    EMail: user.email,
    Comment: user.comment,
    Leverage: String(user.leverage),
    Balance: formatMinor(user.balance, currency),
    Credit: formatMinor(user.credit, currency),
  };
}

function tradeState(vendor: Vendor, known: User) {
  vendor.room.sweep(known.login);
  const user = vendor.state.user(known.login) ?? known;
  const group = vendor.room.group(user);
  const { currency } = group;
  const { equity, margin, marginFree, profit, storage } = vendor.room.value(user);
  return {
    Login: String(user.login),
    CurrencyDigits: String(currencies[currency].decimals),
    Balance: formatMinor(user.balance, currency),
    Credit: formatMinor(user.credit, currency),
    Margin: formatMinor(margin, currency),
    MarginFree: formatMinor(marginFree, currency),
    MarginLevel: margin === 0n ? '0.00' : percent(equity, margin),
    MarginLeverage: String(user.leverage),
    Profit: formatMinor(profit, currency),
    Storage: formatMinor(storage, currency),
    Floating: formatMinor(profit + storage, currency),
    Equity: formatMinor(equity, currency),
  };
}

/** part ÷ whole in per cent with two decimals. */
function percent(part: bigint, whole: bigint): string {
  return formatMinor((part * 10_000n) / whole, 'USD');
}

function isStrong(password: string, limits: Limits): boolean {
  if (password.length < limits.passwordMin || password.length > limits.passwordMax) return false;
  const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(password)).length;
  return classes >= limits.passwordClasses;
}

const scryptCost = { N: 1024, r: 8, p: 1 } as const;

export function hashed(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, scryptCost).toString('hex')}`;
}

function isPassword(password: string, stored: string): boolean {
  const [salt = '', hash = ''] = stored.split(':');
  const expected = Buffer.from(hash, 'hex');
  return timingSafeEqual(scryptSync(password, Buffer.from(salt, 'hex'), expected.length, scryptCost), expected);
}
